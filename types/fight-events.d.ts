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
  who: string;
  side?: string;
  sheet: SheetJson;
  count?: number | string;
}

interface LeaveEvent {
  event: "leave";
  who: string;
}

/** `also` has further targets; `follows` means that it is undone together with the event before it. */
interface RollEvent {
  event: "roll";
  mechanic: string;
  params?: FightValues;
  faces: number[];
  by?: string | null;
  at?: string | null;
  also?: string[];
  chosen?: FightValues | null;
  refused?: string[];
  follows?: true | null;
}

interface InitiativeRoll {
  by: string;
  params?: FightValues;
  faces: number[];
}

interface OrderEvent {
  event: "order";
  rolls: InitiativeRoll[];
}

/** `also` has further recipients; `instead` names the change of the last roll that this one replaces. */
interface ChangeEvent {
  event: "change";
  change: string;
  who: string;
  also?: string[];
  params?: FightValues;
  instead?: string | null;
  follows?: true | null;
}

interface EditEvent {
  event: "edit";
  who: string;
  fields?: FightValues;
}

interface PlaceEvent {
  event: "place";
  who: string;
  before: string;
}

interface TurnEvent {
  event: "turn";
}

interface EndEvent {
  event: "end";
  of: string;
}

type FightEvent =
  | JoinEvent
  | LeaveEvent
  | RollEvent
  | OrderEvent
  | ChangeEvent
  | EditEvent
  | PlaceEvent
  | TurnEvent
  | EndEvent;
