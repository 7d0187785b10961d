// What a source asks for and will not get, counted or collected while it is read, and said once.
import { maxNamedFonts } from './limits.ts';
import type { Warning, WarningKind } from './rendering.ts';

/** In the order in which they are said. */
const counted = {
  'foreign-object-not-drawn': (count) =>
    `${count} foreignObject (HTML inside the drawing) not drawn.`,
  'script-not-run': (count) =>
    `${count} ${count === 1 ? 'script or handler' : 'scripts or handlers'} not run.`,
  'animation-not-drawn': (count) =>
    `${count} animations not played: the picture is the state without them.`,
  'external-not-loaded': (count, what) =>
    `${count} external ${what}${count === 1 ? '' : 's'} not loaded.`,
} as const satisfies Partial<Record<WarningKind, (count: number, what: string) => string>>;

type Counted = keyof typeof counted;

export class Remarks {
  readonly #counts = new Map<string, { kind: Counted; what: string; count: number }>();
  readonly #said = new Map<string, Warning>();
  readonly #fonts = new Set<string>();

  /** One more of these; of what is external, `what` it is. */
  count(kind: Counted, what = ''): void {
    const known = this.#counts.get(kind + what);
    if (known) known.count++;
    else this.#counts.set(kind + what, { kind, what, count: 1 });
  }

  /** One that is named and not here. */
  font(name: string): void {
    if (this.#fonts.size <= maxNamedFonts) this.#fonts.add(name.slice(0, 60));
  }

  say(kind: WarningKind, message: string): void {
    this.#said.set(kind + message, { kind, message });
  }

  add(warnings: readonly Warning[]): void {
    for (const { kind, message } of warnings) this.say(kind, message);
  }

  warnings(): readonly Warning[] {
    const places = Object.keys(counted);
    const warnings = [...this.#counts.values()]
      .toSorted((one, other) => places.indexOf(one.kind) - places.indexOf(other.kind))
      .map(({ kind, what, count }): Warning => ({ kind, message: counted[kind](count, what) }));
    if (this.#fonts.size > 0) {
      const more = this.#fonts.size > maxNamedFonts ? ' and more' : '';
      const named = [...this.#fonts].slice(0, maxNamedFonts).join(', ') + more;
      const message = `These fonts are not here, and others were used: ${named}.`;
      warnings.push({ kind: 'fonts-substituted', message });
    }
    return [...warnings, ...this.#said.values()];
  }
}
