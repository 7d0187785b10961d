export { openPostgresQueue, type PostgresQueueOptions } from './boss-queue.ts';
