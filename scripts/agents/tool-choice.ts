// Which tool of an agent looks at a picture, and with which arguments, read from what it offers.
import { basename } from 'node:path';
import { isRecord } from '@percept/core/internal';

export interface OfferedTool {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface ChosenTool {
  readonly name: string;
  inputFor(path: string): object;
}

/** Most telling first. */
const preferred = [
  'view_image',
  'ReadMediaFile',
  'read_media_file',
  'view',
  'read_file',
  'Read',
  'read',
  'ReadFile',
  'view_file',
  'read_files',
  'look',
];

export function pickTool(tools: readonly OfferedTool[]): ChosenTool | undefined {
  const own = (tool: OfferedTool): string => tool.name.split('__').at(-1) ?? tool.name;
  const found = preferred.flatMap((name) => tools.filter((tool) => own(tool) === name))[0];
  return found && { name: found.name, inputFor: (path) => inputFor(found, path) };
}

function inputFor({ schema }: OfferedTool, path: string): object {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.fromEntries(
    Object.entries(properties).flatMap(
      ([key, property]): readonly (readonly [string, unknown])[] => {
        const value = valueFor(
          key,
          isRecord(property) ? property : {},
          path,
          required.includes(key),
        );
        return value === undefined ? [] : [[key, value]];
      },
    ),
  );
}

function valueFor(
  key: string,
  { type, items, enum: choices }: Readonly<Record<string, unknown>>,
  path: string,
  isRequired: boolean,
): unknown {
  if (
    /^(?:absolute_path|file_path|file_?path|path|file|target_file|image_path|filename)$/i.test(key)
  )
    return path;
  if (/^(?:paths|files|file_paths)$/.test(key)) {
    const isObject = isRecord(items) && items['type'] === 'object';
    return [isObject ? { path } : path];
  }
  if (!isRequired) return undefined;
  if (Array.isArray(choices)) {
    const listed: readonly unknown[] = choices;
    return listed.includes('view') ? 'view' : listed[0];
  }
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return basename(path);
  }
}
