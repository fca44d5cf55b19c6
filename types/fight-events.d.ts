// Events of a fight as the page stores them. rules_py/play/fight/events.py has the same types and checks each event.

type FightValues = Record<string, unknown>;

interface SheetJson {
  sheet: string;
  fields: FightValues;
  derived?: FightValues;
  warnings?: string[];
}

/** A combatant joins, or `count` copies of a combatant. */
interface JoinEvent {
  event: "join";
  id?: string;
  who: string;
  side?: string;
  sheet: SheetJson;
  count?: number | string;
}

interface LeaveEvent {
  event: "leave";
  id?: string;
  who: string;
}

/** `also` has further targets; `follows` means that it is undone together with the event before it. */
interface RollEvent {
  event: "roll";
  id?: string;
  mechanic: string;
  params?: FightValues;
  faces: number[];
  by?: string | null;
  at?: string | null;
  also?: string[];
  chosen?: FightValues | null;
  refused?: string[];
  action?: string | null;
  paid?: Record<string, number>;
  override?: Record<string, string>;
  amends?: string | null;
  follows?: true | null;
}

interface InitiativeRoll {
  by: string;
  params?: FightValues;
  faces: number[];
}

interface OrderEvent {
  event: "order";
  id?: string;
  rolls: InitiativeRoll[];
}

/** `also` has further recipients; `instead` names the change of the last roll that this one replaces. */
interface ChangeEvent {
  event: "change";
  id?: string;
  change: string;
  who: string;
  also?: string[];
  params?: FightValues;
  instead?: string | null;
  rolled?: Record<string, number>;
  action?: string | null;
  paid?: Record<string, number>;
  override?: Record<string, string>;
  follows?: true | null;
}

interface EditEvent {
  event: "edit";
  id?: string;
  who: string;
  also?: string[];
  fields?: FightValues;
  stored?: true | null;
  follows?: true | null;
}

interface PlaceEvent {
  event: "place";
  id?: string;
  who: string;
  before: string;
}

interface MoveEvent {
  event: "move";
  id?: string;
  who: string;
  before: string;
}

interface InitiativeEvent {
  event: "initiative";
  id?: string;
  who: string;
  score: number | string;
}

interface LinkEvent {
  event: "link";
  id?: string;
  who: string;
  leader?: string | null;
}

interface SideEvent {
  event: "side";
  id?: string;
  who: string;
  side: string;
}

interface ConditionEvent {
  event: "condition";
  id?: string;
  who: string;
  also?: string[];
  name: string;
  rounds?: number | string | null;
  over?: true | null;
}

interface NoteEvent {
  event: "note";
  id?: string;
  who: string;
  text?: string;
  follows?: true | null;
}

interface DiceEvent {
  event: "dice";
  id?: string;
  real: boolean;
}

interface TurnEvent {
  event: "turn";
  id?: string;
}

interface EndEvent {
  event: "end";
  id?: string;
  of: string;
}

/** A combatant leaves the order and can come back. */
interface WithdrawEvent {
  event: "withdraw";
  id?: string;
  who: string;
  follows?: true | null;
}

interface ReturnEvent {
  event: "return";
  id?: string;
  who: string;
}

type FightEvent =
  | JoinEvent
  | LeaveEvent
  | RollEvent
  | OrderEvent
  | ChangeEvent
  | EditEvent
  | PlaceEvent
  | MoveEvent
  | InitiativeEvent
  | LinkEvent
  | SideEvent
  | ConditionEvent
  | NoteEvent
  | DiceEvent
  | TurnEvent
  | EndEvent
  | WithdrawEvent
  | ReturnEvent;
