// The OpenWOP face in a process of its own, to be killed: prints its port on one line and serves until it dies.
import { openStage } from '../openwop-stage.ts';

const [folder = ''] = process.argv.slice(2);
const stage = await openStage({
  folder,
  limits: { maxActiveRunsPerTenant: 500, maxActiveRuns: 500 },
});
console.log(JSON.stringify({ port: stage.port, origin: stage.origin }));
// A parent that is gone has no use for it.
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
