export { openwop, type OpenwopSettings } from './extension.ts';
