export { getCurrentInstallation } from './get-current-installation.ts';
export { interruptInstallation } from './interrupt-installation.ts';
export { listInstallations } from './list-installations.ts';
export { reconcileInstallation } from './reconcile-installation.ts';
export { reportInstallation } from './report-installation.ts';
