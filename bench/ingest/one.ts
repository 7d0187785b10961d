// One contender in a process of its own: `node bench/ingest/one.ts CONTENDER WORKLOAD ROUNDS` prints its measure.
import { measureHere } from './measure.ts';
import { workloads } from './workloads.ts';

const [contender = '', name = '', rounds = '3'] = process.argv.slice(2);
const workload = workloads.find((one) => one.name === name);
if (!workload) throw new Error('There is no such workload.');
console.log(JSON.stringify(await measureHere(contender, workload, Number(rounds))));
