// What a document asks for and will not get, counted and said once per kind.
import type { Warning } from '../rendering.ts';

export class Remarks {
  readonly #external = new Map<string, number>();
  readonly #others = new Map<string, Warning>();
  #scripts = 0;

  external(what: string): void {
    this.#external.set(what, (this.#external.get(what) ?? 0) + 1);
  }

  script(): void {
    this.#scripts++;
  }

  part(message: string): void {
    this.#others.set(message, { kind: 'part-not-drawn', message });
  }

  truncated(message: string): void {
    this.#others.set(message, { kind: 'truncated', message });
  }

  add(warnings: readonly Warning[]): void {
    for (const warning of warnings) this.#others.set(warning.kind + warning.message, warning);
  }

  warnings(): readonly Warning[] {
    const external = [...this.#external].map(([what, count]): Warning => ({
      kind: 'external-not-loaded',
      message: `${count} external ${what}${count === 1 ? '' : 's'} not loaded.`,
    }));
    const message = `${this.#scripts} ${this.#scripts === 1 ? 'script or handler' : 'scripts or handlers'} not run.`;
    const scripts: Warning[] = this.#scripts > 0 ? [{ kind: 'script-not-run', message }] : [];
    return [...scripts, ...external, ...this.#others.values()];
  }
}
