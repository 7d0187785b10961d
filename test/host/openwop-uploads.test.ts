// Media that a tenant stored: bounded, and freed when it is taken back.
import { readText } from '@percept/core/internal';
import { expect, test } from 'vitest';
import { openStage } from './openwop-stage.ts';

const put = '/v1/host/sample/media/put';
const forget = '/v1/host/percept/media/forget';
const media = (words: string) => ({ contentBase64: Buffer.from(words).toString('base64') });

test(
  'a tenant stores so many and no more; another one has room, and taking one back makes some',
  { timeout: 240_000 },
  async () => {
    await using stage = await openStage({ limits: { maxUploadsPerTenant: 3 } });
    const { acme, zenith, nobody } = stage;
    const stored = [];
    for (const words of ['one', 'two', 'three']) stored.push(await acme.post(put, media(words)));
    expect(stored.map(({ status }) => status)).toEqual([201, 201, 201]);
    const over = await acme.post(put, media('four'));
    expect([over.status, over.body['error']]).toEqual([413, 'media_too_many']);
    expect(over.body['details']).toMatchObject({
      limit: { name: 'maxUploadsPerTenant', max: 3, actual: 3 },
    });
    expect((await zenith.post(put, media('four'))).status).toBe(201);

    const [first] = stored;
    const upload = readText(first?.body['upload']) ?? '';
    const url = readText(first?.body['url']) ?? '';
    expect((await nobody.fetchAsset(url)).status).toBe(200);
    // Somebody else's is not there.
    expect((await zenith.post(forget, { upload })).status).toBe(404);
    expect((await acme.post(forget, { upload: 'upload_nothing' })).status).toBe(404);
    expect((await acme.post(forget, {})).status).toBe(400);
    expect((await nobody.fetchAsset(url)).status).toBe(200);
    expect((await acme.post(forget, { upload })).status).toBe(200);
    expect((await nobody.fetchAsset(url)).status).toBe(404);
    expect((await acme.post(forget, { upload })).status).toBe(404);
    expect((await acme.post(put, media('four'))).status).toBe(201);
  },
);
