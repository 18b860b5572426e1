export { recordHeartbeat } from './record-heartbeat.ts';
