// One interface for every way into Percept: the walk asks, switches and restarts, and hears what a client of that face hears.
// A face that cannot do a step leaves the method out, and the walk goes past that step.
import type { JudgedWire } from 'percept/conformance';
import type { Medium } from './media.ts';
import type { ModelName, WalkStage } from './stage.ts';

interface Usage {
  /** Where the face counts them. */
  readonly requests?: number | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd?: number | undefined;
}

/** What a client was told of one turn. */
export interface Told {
  /** `refused`: the message was not taken at all. `waiting`: nothing had come within the deadline of the walk. */
  readonly end: 'answered' | 'failed' | 'cancelled' | 'refused' | 'waiting';
  /** Everything, as it came. */
  readonly events: readonly unknown[];
  readonly usage?: Usage | undefined;
  /** Nothing leads back to the conversation: the next message begins another one. */
  readonly isLost?: boolean;
  /** Attachments that were not taken, and what was said about them. */
  readonly refused: readonly { readonly name: string; readonly words: string }[];
  /** Where the face tells it: hashes of what it says was sent, request by request. */
  readonly shown?: readonly (readonly string[])[];
  /** Where the face draws them: marks of the pictures that it says were in the newest request. */
  readonly saw?: readonly (number | undefined)[];
}

export interface Message {
  readonly text: string;
  readonly attach: readonly Medium[];
}

export interface Advertised {
  readonly maxBytes?: number | undefined;
  readonly maxImages?: number | undefined;
  /** Types of pictures. */
  readonly types?: readonly string[] | undefined;
}

export interface Face extends AsyncDisposable {
  ask(message: Message): Promise<Told>;
  switchModel?(model: ModelName): Promise<void>;
  /** The same conversation from its record, in the same process. */
  resume?(): Promise<void>;
  /** The same conversation in a new process, or what stands for one. */
  restart?(): Promise<void>;
  /** The newest turn once more. */
  again?(): Promise<Told>;
  /** The newest run once more, from its beginning. */
  fork?(): Promise<Told>;
  /** Goes on in a conversation of its own that begins with all turns so far. */
  branch?(): Promise<void>;
  /** Sends the newest message anew, in its place: `keeps` says which of its media stay. */
  rewrite?(message: Message, keeps: readonly number[]): Promise<Told>;
  /** Takes back whatever was uploaded so far. */
  forget?(): Promise<void>;
  /** Ends the turn that runs. */
  cancel?(): Promise<void>;
  /** What it tells its clients of the largest file and the most pictures, where it does. */
  advertised?(): Promise<Advertised>;
  /** Everything that it wrote for operators. */
  logs(): string;
}

export interface FaceKind {
  readonly name: string;
  /** Whether a later message knows the earlier ones. */
  readonly remembers: boolean;
  /** Somebody else's agent: it holds the conversation itself, and Percept knows no names of media. */
  readonly isForeign?: boolean;
  /** Where the wire between them has no place for the name of a picture. */
  readonly isNameless?: boolean;
  /** What it calls a medium, by its place in the message, where that is not the medium's own name. */
  readonly called?: (index: number) => string;
  /** False: tools cannot reach the files of the stage. */
  readonly hasFolder?: boolean;
  readonly wires?: readonly JudgedWire[];
  open(stage: WalkStage): Promise<Face>;
}
