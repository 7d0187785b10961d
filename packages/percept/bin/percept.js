#!/usr/bin/env node
// Plain JavaScript that every Node can read, so that an old one gets a sentence instead of a syntax error.
const wanted = 24;
const found = Number(process.versions.node.split('.')[0]);

if (found < wanted) {
  console.error(
    `percept needs Node ${wanted} or newer, and this is ${process.version}.\n` +
      'In a clone, npm brings the right one: npx percept --help',
  );
  process.exitCode = 1;
} else {
  // Before the first import, so that the second start reads compiled code.
  process.getBuiltinModule('module').enableCompileCache();
  const { main } = await import('../src/main.ts');
  await main();
}
