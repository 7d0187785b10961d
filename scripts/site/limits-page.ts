// The reference of formats and limits: what the closed lists, the limits and the model profiles say, with their own words.

import { join } from 'node:path';
import * as limits from '../../packages/core/src/limits.ts';
import { audioTypes, imageTypes, sourceTypes } from '../../packages/core/src/media-type.ts';
import { type ModelProfile, sees } from '../../packages/core/src/profile/profile.ts';
import { profileRules } from '../../packages/core/src/profile/resolve.ts';
import { estimateImageTokens } from '../../packages/core/src/profile/tokens.ts';
import { figuresOf, listOf, readSource, type SourceFile } from './comments.ts';
import { generated, table } from './markdown.ts';

export function limitsPage(root: string): string {
  const source = (name: string): SourceFile => readSource(join(root, 'packages/core/src', name));
  const types = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');
  return [
    generated('the lists, limits and profiles of @percept/core'),
    '# Formats and limits\n',
    '## Formats\n',
    table(
      ['', 'types'],
      [
        ['pictures that come in', types(sourceTypes)],
        ['pictures that leave for a model', types(imageTypes)],
        ['sounds that come in', types(audioTypes)],
      ],
    ),
    '\nWhich of the first row are taken is `PERCEPT_ACCEPT` ([Configuration](../configuration.md)); what is drawn first (SVG, PDF, code, documents) is in [What can be attached](../attachments.md).\n',
    '## Limits\n',
    ...limitSections(source('limits.ts')),
    '## Models\n',
    'What each family takes, as far as its provider says; a file of configuration may change single figures (`profile`). Tokens are estimates for a picture of 1024 × 768, and what is billed is what the provider reports.\n',
    profileTable(),
    '\n## Refusals\n',
    'Whatever can go wrong with media is one of these, with `message`, `hint` and, where a limit was crossed, `limit`.\n',
    table(
      ['`refused`', 'when'],
      listOf(source('refusal.ts'), 'refusalKinds').map(({ word, words }) => [`\`${word}\``, words]),
    ),
    '',
  ].join('\n');
}

function limitSections(source: SourceFile): readonly string[] {
  return Object.entries(limits).flatMap(([name, defaults]) => {
    if (typeof defaults !== 'object') return [];
    const words = figuresOf(source, name);
    const rows = Object.entries(defaults).map(([key, value]) => [
      `\`${key}\``,
      spelled(key, value),
      words.get(key) ?? '',
    ]);
    return [`### ${name}\n`, `${table(['limit', 'default', ''], rows)}\n`];
  });
}

/** A figure with its unit, which the name holds. */
function spelled(name: string, value: number): string {
  const mebibyte = 1024 * 1024;
  if (name.endsWith('Bytes') && value % mebibyte === 0) return `${value / mebibyte} MiB`;
  if (name.endsWith('Ms')) return `${value / 1000} s`;
  return value.toLocaleString('en');
}

function profileTable(): string {
  const profiles = new Map<string, ModelProfile>(
    profileRules.map(({ profile }) => [profile.id, profile]),
  );
  const rows = [...profiles.values()].map(({ id, image, request, history, ...profile }) => [
    `\`${id}\``,
    sees({ id, image, request, history, ...profile })
      ? `${(image.maxBytes / 1e6).toFixed(1)} MB ${image.bytesCountedAs}`
      : 'no pictures',
    `${image.maxEdgePx} px${image.manyImages ? `, ${image.manyImages.maxEdgePx} px above ${image.manyImages.above}` : ''}`,
    `${image.usefulEdgePx} px`,
    Number.isFinite(request.maxImages) ? String(request.maxImages) : '',
    String(estimateImageTokens(image.tokens, { width: 1024, height: 768 }) ?? 'unpublished'),
    history,
  ]);
  return table(
    [
      'profile',
      'one picture',
      'edge',
      'edge that is looked at',
      'pictures in a request',
      'tokens',
      'history',
    ],
    rows,
  );
}
