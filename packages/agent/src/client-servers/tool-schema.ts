// A stranger's JSON Schema as every provider takes it: known keywords with values of the right kind, bounded, and local
// references that lead somewhere. One malformed schema would otherwise make a provider refuse every request of the session.
import { isInert, isJson, isRecord, oneLine } from '@percept/core/internal';
import { type Json, type JsonObject } from '@percept/core';
import { maxSchemaWordsChars, type ClientServerLimits } from './limits.ts';

type SchemaLimits = Pick<ClientServerLimits, 'maxSchemaChars' | 'maxSchemaDepth'>;

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const words = new Set(['description', 'title', 'format', 'contentEncoding', 'contentMediaType']);
const counts = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);
const figures = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]);
const choices = new Set(['anyOf', 'oneOf', 'allOf']);
const nested = new Set(['properties', '$defs', 'definitions']);
/** Anthropic refuses a request with any other name of a property. */
const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Undefined when it is too large or too deep to be offered. */
export function readSchema(schema: unknown, limits: SchemaLimits): JsonObject | undefined {
  const fields = isRecord(schema) ? schema : {};
  if (JSON.stringify(fields).length > limits.maxSchemaChars) return undefined;
  const reader = new SchemaReader(limits.maxSchemaDepth);
  const read = reader.read(fields, 0);
  if (reader.isTooDeep || !isRecord(read)) return undefined;
  const { anyOf: _any, oneOf: _one, allOf: _all, $ref: _ref, ...root } = read;
  const properties = isRecord(root['properties']) ? root['properties'] : {};
  return withoutDeadReferences({ ...root, type: 'object', properties });
}

class SchemaReader {
  readonly #maxDepth: number;
  isTooDeep = false;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  read(schema: unknown, depth: number): Json {
    if (depth > this.#maxDepth) this.isTooDeep = true;
    if (typeof schema === 'boolean') return schema;
    if (!isRecord(schema) || this.isTooDeep) return {};
    const kept: [string, Json][] = [];
    for (const [key, value] of Object.entries(schema)) {
      const read = this.#keyword(key, value, depth + 1);
      if (read !== undefined) kept.push([key, read]);
    }
    const clean: Record<string, Json> = Object.fromEntries(kept);
    const { required, properties } = clean;
    if (Array.isArray(required) && isRecord(properties))
      clean['required'] = required.filter((name) => Object.hasOwn(properties, String(name)));
    return clean;
  }

  #keyword(key: string, value: unknown, depth: number): Json | undefined {
    if (words.has(key))
      return typeof value === 'string' ? oneLine(value, maxSchemaWordsChars) : undefined;
    if (counts.has(key))
      return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
    if (figures.has(key))
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    if (choices.has(key))
      return Array.isArray(value) && value.length > 0
        ? value.map((item) => this.read(item, depth))
        : undefined;
    if (nested.has(key)) return isRecord(value) ? this.#map(value, depth) : undefined;
    switch (key) {
      case 'type':
        return typeOf(value);
      case 'items':
      case 'additionalProperties':
        return isRecord(value) || typeof value === 'boolean' ? this.read(value, depth) : undefined;
      case 'required':
        return Array.isArray(value) ? [...new Set(value.filter(isName))] : undefined;
      case 'enum':
        return Array.isArray(value) && value.length > 0 ? exact(value) : undefined;
      case 'const':
      case 'default':
        return exact(value);
      case 'pattern':
        return typeof value === 'string' && isPattern(value) && isInert(value) ? value : undefined;
      case 'uniqueItems':
        return typeof value === 'boolean' ? value : undefined;
      case '$ref':
        return typeof value === 'string' && localReference.test(value) ? value : undefined;
      default:
        return undefined;
    }
  }

  #map(value: Readonly<Record<string, unknown>>, depth: number): JsonObject {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => propertyName.test(name) && name !== '__proto__')
        .map(([name, inner]) => [name, this.read(inner, depth)]),
    );
  }
}

const localReference = /^#\/(\$defs|definitions)\/([a-zA-Z0-9_.-]{1,64})$/;

function withoutDeadReferences(root: JsonObject): JsonObject {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const found: [string, Json][] = [];
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string' && !leadsSomewhere(root, inner)) continue;
      found.push([key, walk(inner)]);
    }
    return Object.fromEntries(found);
  };
  const clean = walk(root);
  return isRecord(clean) ? clean : root;
}

function leadsSomewhere(root: JsonObject, reference: string): boolean {
  const [, table = '', name = ''] = localReference.exec(reference) ?? [];
  const found = root[table];
  return isRecord(found) && Object.hasOwn(found, name);
}

function typeOf(value: unknown): Json | undefined {
  if (typeof value === 'string') return types.has(value) ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  const known = value.filter((item) => typeof item === 'string' && types.has(item));
  return known.length > 0 ? [...new Set(known)] : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string';
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Values count letter by letter: one that could act in a prompt is left out, because spelled it would be another. */
function exact(value: unknown): Json | undefined {
  return isJson(value) && textsIn(value).every(isInert) ? value : undefined;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}
