/** Finds unused files, exports and dependencies: `npx knip`. */
export default {
  // A type in the signature of an exported function is exported with it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // System programs that tests start.
  ignoreBinaries: ['git-crypt', 'mkfifo', 'ssh-keygen', 'unshare'],
  // The types of a script that a test imports.
  ignore: ['scripts/{lib,lib/release,planted-bugs}/*.d.mts', 'scripts/lint/*.d.ts'],
  // In addition to its doors and tests, each workspace lists the programs that tests and scripts bundle or
  // start.
  workspaces: {
    '.': {
      entry: [
        'scripts/*.mjs',
        'scripts/{lint,mutation,planted-bugs}/*.{js,mjs}',
        'scripts/lib/site/visit/visit-*.mjs',
        'vitest.*.config.{ts,mjs}',
        'site/.vitepress/{config,theme/index}.js',
        'test/fixtures/{claude-stand-in,consumer-program,run-fork,proof/run-prover}.ts',
        'test/simulation/{run-crash-points,run-seeds}.ts',
        'test/simulation/native/{native-package,run-native}.ts',
        'examples/**/*.{js,mjs,ts}',
      ],
      ignoreDependencies: [
        // Linked for `npx amelia`, and for the examples and programs that tests start.
        '@amelia/.+',
        // `npm run test:packages` starts their programs.
        '@arethetypeswrong/cli',
        'publint',
        // In examples, whose own manifests are not part of the workspace.
        'buffer',
        'workerd',
        '@types/react',
        '@types/react-dom',
      ],
    },
    bench: { entry: ['src/*.ts'] },
    'packages/*': {},
    'packages/amelia': { entry: ['test/fixtures/{run-check,run-function,run-plan}.ts'] },
    'packages/browser': {
      // For the example and `npm run test:browser`, which resolve them from this package.
      ignoreDependencies: ['buffer', 'playwright-core'],
    },
    'packages/cli': {
      entry: [
        'test/fixtures/{transcript-agent,sample-agents,counting-agents}.mjs',
        'test/default-path/*.mjs',
        'test/fixtures/run-cli.ts',
      ],
    },
    'packages/core': { entry: ['test/record-golden.ts'] },
    'packages/dashboard': {
      entry: [
        'test/pictures/{main.tsx,vite.config.ts,take-pictures.mjs}',
        'test/embed/main.tsx',
        'test/visit/*.mjs',
        'test/stage/many-phases.mjs',
        'src/style.css',
      ],
      // For the pictures, the page, and `npm run test:dashboard`.
      ignoreDependencies: ['playwright-core', 'axe-core', '@amelia/http'],
    },
    // Files of the project that it creates.
    'packages/create-amelia': { ignore: ['template/**', 'extra/**'] },
    'packages/driver-acp': { entry: ['test/fixtures/agent.mjs'] },
    'packages/driver-command': { entry: ['test/fixtures/agent.mjs'] },
    'packages/driver-claude': { entry: ['test/agents/{find-packages,run-three-phases}.ts'] },
    'packages/driver-openai': { entry: ['test/agents/{find-packages,run-with-codex}.ts'] },
    'packages/http': { entry: ['test/fixtures/serve-runs.ts'] },
    'packages/store-key-value': {
      entry: ['test/worker/worker.ts'],
      // A test resolves its program by name.
      ignoreDependencies: ['workerd'],
    },
    'packages/store-postgres': { entry: ['test/cluster/{*.test,write-records}.ts'] },
    'packages/node': {
      entry: ['test/append-journal.ts', 'test/fixtures/{leave-attempt,share-sessions,write-sqlite}.ts'],
    },
  },
}
