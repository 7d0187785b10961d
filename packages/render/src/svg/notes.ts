// What a drawing asks for and will not get, collected once per kind and said in one sentence each.
import type { Warning } from '../rendering.ts';
import { maxNamedFonts } from '../limits.ts';

const animations: ReadonlySet<string> = new Set([
  'animate',
  'animateTransform',
  'animateMotion',
  'animateColor',
  'set',
]);

export class Notes {
  #foreign = 0;
  #scripts = 0;
  #animations = 0;
  readonly #external = new Map<string, number>();
  readonly #clamped = new Set<string>();
  readonly #parts = new Set<string>();
  readonly #fonts = new Set<string>();
  #moreFonts = false;

  element(name: string): void {
    if (name === 'foreignObject') this.#foreign++;
    else if (name === 'script') this.#scripts++;
    else if (animations.has(name)) this.#animations++;
  }

  external(what: string): void {
    this.#external.set(what, (this.#external.get(what) ?? 0) + 1);
  }

  clamped(what: string): void {
    this.#clamped.add(what);
  }

  font(name: string): void {
    if (this.#fonts.size < maxNamedFonts) this.#fonts.add(name.slice(0, 60));
    else this.#moreFonts ||= !this.#fonts.has(name.slice(0, 60));
  }

  part(what: string): void {
    this.#parts.add(what);
  }

  warnings(): readonly Warning[] {
    const warnings: Warning[] = [];
    const say = (kind: Warning['kind'], message: string): void =>
      void warnings.push({ kind, message });
    if (this.#foreign > 0) {
      say(
        'foreign-object-not-drawn',
        `${this.#foreign} foreignObject (HTML inside the drawing) not drawn.`,
      );
    }
    if (this.#scripts > 0) say('script-not-run', `${this.#scripts} scripts or handlers not run.`);
    if (this.#animations > 0) {
      say(
        'animation-not-drawn',
        `${this.#animations} animations not played: the picture is the state without them.`,
      );
    }
    for (const [what, count] of this.#external) {
      say('external-not-loaded', `${count} external ${what}${count === 1 ? '' : 's'} not loaded.`);
    }
    for (const what of this.#clamped)
      say('clamped', `The ${what} was lowered to keep the work bounded.`);
    if (this.#fonts.size > 0) {
      const named = [...this.#fonts].join(', ') + (this.#moreFonts ? ' and more' : '');
      say('fonts-substituted', `These fonts are not here, and others were used: ${named}.`);
    }
    for (const what of this.#parts) say('part-not-drawn', what);
    return warnings;
  }
}
