// What servers and their tools are called for a model: `server__tool`, in the characters that every provider takes. A server's label
// has no double underscore, so the names of two servers can never meet.
import { maxServerLabelChars, maxToolNameChars } from './limits.ts';

/** A label for each server, in their order. */
export function labelsOf(names: readonly string[]): readonly string[] {
  return distinct(
    names.map((name) => {
      const plain = trimmed(sanitised(name).replaceAll(/_+/g, '_')) || 'server';
      const lettered = /^[a-z]/i.test(plain) ? plain : `s_${plain}`;
      return trimmed(lettered.slice(0, maxServerLabelChars));
    }),
    maxServerLabelChars,
  );
}

/** A name for each tool of one server, in their order. */
export function toolNamesOf(label: string, tools: readonly string[]): readonly string[] {
  return distinct(
    tools.map((tool) => `${label}__${sanitised(tool) || 'tool'}`.slice(0, maxToolNameChars)),
    maxToolNameChars,
  );
}

function sanitised(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_');
}

function trimmed(label: string): string {
  return label.replaceAll(/^[_-]+|[_-]+$/g, '');
}

/** The first keeps the name; the others are counted, and still fit. */
function distinct(names: readonly string[], maxChars: number): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count++) {
      const suffix = `_${count}`;
      free = name.slice(0, maxChars - suffix.length).replace(/[_-]+$/, '') + suffix;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
