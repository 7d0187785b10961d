export { createWebApi } from './web-api.ts';
