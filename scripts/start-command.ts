/** Node flags and allocator settings (environment) of `npm start`: memory and speed depend on them. */
export function startCommand(): { readonly flags: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  return {
    flags: ['--max-semi-space-size=16', '--no-parallel-scavenge'],
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' },
  };
}
