// `npm run -w packages/web build`: the chat app, unless the last build is newer than its sources.
import { buildApp } from '../src/app-files.ts';

const built = await buildApp();
if (built.ok) console.log(built.value);
else {
  console.error(`${built.refusal.message} ${built.refusal.hint}`);
  process.exitCode = 1;
}
