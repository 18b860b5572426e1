import { InstallationEventRecord, InstallationRecord } from '../../model/records/installation.ts';
import { installationEventList, installationList } from '../../persistence/installations/installation-list.ts';
import { reader } from '../reader.ts';
import { viewInstallation } from './installation-view.ts';

export const installationReader = reader(InstallationRecord, installationList, viewInstallation);
export const installationEventReader = reader(InstallationEventRecord, installationEventList);
