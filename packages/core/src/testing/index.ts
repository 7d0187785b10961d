export { judge, type Case } from './judge.ts';
export { prefixStable, type PrefixVerdict } from './prefix.ts';
export {
  judgedWires,
  rules,
  type Finding,
  type JudgedWire,
  type Rule,
  type SeenCall,
  type SeenMedia,
  type SeenRole,
  type Verdict,
} from './verdict.ts';
