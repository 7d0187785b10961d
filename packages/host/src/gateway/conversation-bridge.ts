// Who puts media into words for one conversation. What was said in a slot stays said, from request to request; who hears
// about it is whoever asks at the moment.
import type { Bridge, BridgeEvent, BridgeTurn, Chat } from '@percept/agent';

type Hear = (event: BridgeEvent) => void;

export class ConversationBridge {
  readonly turn: BridgeTurn;
  readonly #ears: { hear: Hear };

  private constructor(turn: BridgeTurn, ears: { hear: Hear }) {
    this.turn = turn;
    this.#ears = ears;
  }

  static of(bridge: Bridge, chat: Chat): ConversationBridge {
    const ears: { hear: Hear } = { hear: () => undefined };
    return new ConversationBridge(
      bridge.turn(chat, (event) => ears.hear(event)),
      ears,
    );
  }

  hear(hear: Hear): void {
    this.#ears.hear = hear;
  }

  /** The user has spoken again: a fresh budget. */
  nextTurn(): ConversationBridge {
    return new ConversationBridge(this.turn.next(), this.#ears);
  }
}
