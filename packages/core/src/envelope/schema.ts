// The small part of JSON Schema that our schemas are written in, and its checker. One text serves both: what is
// published for other languages is what decides here.
import { isRecord, type Fields } from '../parse/read.ts';
import { isDateTime, isWebUrl } from './format.ts';

export type Schema =
  | StringSchema
  | NumberSchema
  | { readonly type: 'boolean'; readonly const?: boolean; readonly description?: string }
  | ArraySchema
  | ObjectSchema
  | AnySchema;

interface StringSchema {
  readonly type: 'string';
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: 'date-time' | 'uri';
  readonly pattern?: string;
  readonly description?: string;
}
interface NumberSchema {
  readonly type: 'integer' | 'number';
  readonly minimum?: number;
  readonly description?: string;
}
interface ArraySchema {
  readonly type: 'array';
  readonly minItems?: number;
  readonly items: Schema;
}
/** Any JSON value. */
interface AnySchema {
  readonly type?: never;
  readonly description?: string;
}
export interface ObjectSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
  /** Exactly one of these groups of members is there. */
  readonly oneOf?: readonly { readonly required: readonly string[] }[];
  readonly description?: string;
}

/** One thing that is wrong, and where: a JSON Pointer (RFC 6901), empty for the value itself. */
export interface Issue {
  readonly path: string;
  readonly problem: string;
}

export function checkSchema(schema: Schema, value: unknown, path = ''): readonly Issue[] {
  const issue = (problem: string): readonly Issue[] => [{ path, problem }];
  if (schema.type === undefined) return [];
  switch (schema.type) {
    case 'boolean':
      if (typeof value !== 'boolean') return issue('is not true or false');
      return schema.const === undefined || value === schema.const
        ? []
        : issue(`is not ${schema.const}`);
    case 'integer':
    case 'number': {
      const fits = schema.type === 'integer' ? Number.isSafeInteger : Number.isFinite;
      if (typeof value !== 'number' || !fits(value))
        return issue(schema.type === 'integer' ? 'is not a whole number' : 'is not a number');
      return schema.minimum !== undefined && value < schema.minimum
        ? issue(`is below ${schema.minimum}`)
        : [];
    }
    case 'string':
      return typeof value === 'string' ? checkText(schema, value, path) : issue('is not a string');
    case 'array':
      if (!Array.isArray(value)) return issue('is not a list');
      if (value.length < (schema.minItems ?? 0)) return issue('is empty');
      return value.flatMap((item, index) => checkSchema(schema.items, item, `${path}/${index}`));
    case 'object':
      return isRecord(value) ? checkObject(schema, value, path) : issue('is not an object');
  }
}

function checkText(schema: StringSchema, value: string, path: string): readonly Issue[] {
  const problem = (): string | undefined => {
    if (schema.enum && !schema.enum.includes(value))
      return `is not one of ${schema.enum.join(', ')}`;
    if (value.length < (schema.minLength ?? 0)) return 'is empty';
    if (value.length > (schema.maxLength ?? Infinity))
      return `has more than ${schema.maxLength} characters`;
    if (schema.format === 'date-time' && !isDateTime(value))
      return 'is not a date and time with its offset (RFC 3339)';
    if (schema.format === 'uri' && !isWebUrl(value)) return 'is not an absolute http or https URL';
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value))
      return `does not match ${schema.pattern}`;
    return undefined;
  };
  const found = problem();
  return found === undefined ? [] : [{ path, problem: found }];
}

function checkObject(schema: ObjectSchema, value: Fields, path: string): readonly Issue[] {
  const { required = [], properties = {}, additionalProperties = true, oneOf } = schema;
  const has = (key: string): boolean => Object.hasOwn(value, key);
  const issues: Issue[] = required
    .filter((key) => !has(key))
    .map((key) => ({ path: at(path, key), problem: 'is missing' }));
  for (const [key, item] of Object.entries(value)) {
    const member = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (member) issues.push(...checkSchema(member, item, at(path, key)));
    else if (!additionalProperties)
      issues.push({ path: at(path, key), problem: 'is not known here' });
  }
  if (oneOf && oneOf.filter((group) => group.required.every(has)).length !== 1) {
    const names = oneOf.map((group) => group.required.join(' and ')).join(', ');
    issues.push({ path, problem: `needs exactly one of: ${names}` });
  }
  return issues;
}

function at(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
