/** Arrays are Python's lists and tuples. */
interface Array<T> {
  /** The key of a tuple, null until it is needed; lists have none. */
  $key?: string | null;
  /** The class of a NamedTuple. */
  // biome-ignore lint/suspicious/noExplicitAny: a class of Python
  $class?: any;
  // biome-ignore lint/suspicious/noExplicitAny: a method of Python
  __iter__?: any;
}
