import { defineConfig } from 'vitepress';
import { site } from '../../scripts/site/config.ts';

export default defineConfig(site);
