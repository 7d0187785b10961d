// Who is behind a name, and where that vendor's key may go.
import { describe, expect, test } from 'vitest';
import {
  findVendor,
  isOwnAddress,
  keyVariableOf,
  vendorIds,
  vendorOfName,
  vendors,
  vendorsOfKey,
} from '../src/vendor/index.ts';

describe('the table of vendors', () => {
  test('has every word once, and no word for two vendors', { tags: ['d-vendor-known'] }, () => {
    const words = vendorIds.flatMap((id) => [id, ...vendors[id].aliases]);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(findVendor(` ${word.toUpperCase()} `)).toBeDefined();
    expect(findVendor('gemini')).toBe('google');
    for (const unknown of ['', 'openia', 'constructor', '__proto__', 'open ai', 'bedrock'])
      expect(findVendor(unknown)).toBeUndefined();
  });

  test('gives every remote address TLS, and every key variable to one vendor', () => {
    for (const id of vendorIds) {
      const { baseUrl, place, path, keyVariables } = vendors[id];
      for (const variable of keyVariables) expect(vendorsOfKey(variable)).toEqual([id]);
      if (baseUrl === undefined) continue;
      const url = new URL(baseUrl);
      expect(url.protocol).toBe(place === 'remote' ? 'https:' : 'http:');
      expect(url.pathname.replace(/\/$/, '')).toBe(path);
      expect(isOwnAddress(id, baseUrl)).toBe(true);
    }
  });

  const names = [
    ['gpt-5.4', 'openai'],
    ['o3-mini', 'openai'],
    ['claude-opus-4-8', 'anthropic'],
    ['gemini-3-pro-preview', 'google'],
    ['gpt-oss:20b', undefined],
    ['qwen3', undefined],
    ['deepseek-chat', undefined],
  ] as const;
  for (const [name, vendor] of names)
    test(`${name} is a name of ${vendor ?? 'nobody'}`, () => {
      expect(vendorOfName(name)).toBe(vendor);
    });

  test('takes the first key variable that holds something', () => {
    expect(keyVariableOf('google', { GOOGLE_API_KEY: 'k' })).toBe('GOOGLE_API_KEY');
    expect(keyVariableOf('google', { GEMINI_API_KEY: ' ', GOOGLE_API_KEY: 'k' })).toBe(
      'GOOGLE_API_KEY',
    );
    expect(keyVariableOf('ollama', { OPENAI_API_KEY: 'k' })).toBeUndefined();
  });
});

describe('an address that only looks like the vendor’s', () => {
  const lookalikes = [
    'http://api.openai.com/v1',
    'https://api.openai.com:8443/v1',
    'https://api.openai.com./v1',
    'https://api.openai.com@evil.example/v1',
    'https://api.openai.com.evil.example/v1',
    'https://evil.example/api.openai.com/v1',
    'https://evil-api.openai.com/v1',
    'https://api.openaı.com/v1',
    'https://xn--api-openai-com.example/v1',
    'https://api.openai.com%2eevil.example/v1',
    'ftp://api.openai.com/v1',
    'api.openai.com',
    'https://api.anthropic.com/v1',
    'https://models.github.ai.evil.example/inference',
    'https://evil.openai.azure.com/openai/v1',
  ];
  for (const address of lookalikes)
    test(`${address} is not its own`, { tags: ['d-keys-by-host'] }, () => {
      expect(isOwnAddress('openai', address)).toBe(false);
      expect(isOwnAddress('github', address)).toBe(false);
      expect(isOwnAddress('azure', address)).toBe(false);
    });

  test('spellings of the same host are its own', () => {
    for (const address of [
      'https://API.OpenAI.com/v1',
      'https://api.openai.com:443/',
      'https://eu.api.openai.com/v1',
    ])
      expect(isOwnAddress('openai', address)).toBe(true);
  });
});
