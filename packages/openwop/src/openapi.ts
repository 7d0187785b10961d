// The API document, written from the table of routes.
import type { JsonObject } from '@percept/core';
import type { Described, Route } from './route.ts';
import { schemas } from './schemas.ts';

export function openapi(routes: readonly Route[], origin: string, version: string): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    const path = route.documented ?? route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route, path) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Percept media host',
      version,
      description: 'The part of OpenWOP v1 that a media host needs. docs/openwop.md says which.',
    },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemas.error },
    },
  };
}

function operation(route: Route, path: string): JsonObject {
  const { method, summary, scope, takes, answers } = route;
  const named = path.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return {
    operationId: `${method}-${named}`,
    summary,
    security: scope === undefined ? [] : [{ bearer: [] }],
    ...(scope !== undefined && { 'x-required-scope': scope }),
    parameters: parametersOf(route, path),
    ...(takes && {
      requestBody: { content: { 'application/json': { schema: takes.schema } } },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          {
            description: answer.description,
            ...(answer.schema && { content: contentOf(answer.schema, answer.contentType) }),
          },
        ]),
      ),
      default: {
        description: 'Whatever is not a success.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function contentOf(schema: JsonObject, other: string | undefined): JsonObject {
  return {
    'application/json': { schema },
    ...(other !== undefined && { [other]: { schema: { type: 'string' } } }),
  };
}

function parametersOf({ query = {} }: Described, path: string): readonly JsonObject[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return [
    ...names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema: { type: 'string' },
    })),
  ];
}
