import { useQuery } from 'urql';
import { KnownHardwareDocument } from '../api/generated/inventory-inventory.ts';
import { useMay } from '../session/use-session.ts';

/** What batches and releases name already: the models, and the hardware of one or, without a name, of all. */
export function useKnownHardware() {
  const may = useMay();
  const [{ data }] = useQuery({ query: KnownHardwareDocument, variables: { releases: may('listReleases') } });
  const batches = data?.batches?.nodes ?? [];
  const releases = data?.releases?.nodes ?? [];
  return {
    models: [...new Set(batches.map(({ model }) => model))],
    hardwareOf(model: string): readonly string[] {
      const made = batches.filter((one) => model === '' || one.model === model);
      return [...new Set([...made, ...releases].map(({ hardwareRevision }) => hardwareRevision))];
    },
  };
}
