import { join } from 'node:path'
import { createGenerator } from 'ts-json-schema-generator'

/** The outputs of the command line as JSON: the name of each schema, the file of its type, and the type. */
const outputs = {
  check: ['cli/src/lib/document/json/check-output.ts', 'CheckOutput'],
  convert: ['cli/src/lib/document/json/convert-output.ts', 'ConvertOutput'],
  detached: ['cli/src/lib/command/detach/start-detached.ts', 'DetachedRun'],
  doctor: ['cli/src/lib/command/setup/doctor-output.ts', 'DoctorOutput'],
  'dry-run': ['cli/src/lib/document/json/dry-run-output.ts', 'DryRunOutput'],
  event: ['core/src/lib/event/run-event.ts', 'RunEvent'],
  graph: ['cli/src/lib/document/json/graph-output.ts', 'GraphOutput'],
  prove: ['cli/src/lib/command/prove/prove-output.ts', 'ProveOutput'],
  report: ['cli/src/lib/stored/json/report-output.ts', 'ReportOutput'],
  runs: ['cli/src/lib/stored/json/runs-output.ts', 'RunsOutput'],
  stats: ['cli/src/lib/stored/json/stats-output.ts', 'StatsOutput'],
  workers: ['cli/src/lib/stored/json/workers-output.ts', 'WorkersOutput'],
  settings: ['cli/src/lib/setting/config/print-settings.ts', 'SettingsJson'],
  'show-phase': ['cli/src/lib/stored/json/show-phase-output.ts', 'ShowPhaseOutput'],
  status: ['cli/src/lib/stored/json/status-output.ts', 'StatusOutput'],
} as const

/** A schema as text, and its file in the repository. */
interface SchemaFile {
  file: string
  text: string
}

/**
 * Generates the JSON Schemas of the outputs from their types. A schema allows other properties, because new
 * ones are added without a new version.
 */
export const createSchemas = (root: string): SchemaFile[] => {
  const generator = createGenerator({
    path: join(
      root,
      `packages/{${Object.values(outputs)
        .map(([file]) => file)
        .join(',')}}`,
    ),
    tsconfig: join(root, 'tsconfig.json'),
    skipTypeCheck: true,
    additionalProperties: true,
    topRef: true,
    encodeRefs: true,
  })
  return Object.entries(outputs).map(([name, [, type]]) => {
    const { $schema, ...schema } = generator.createSchema(type)
    const text = JSON.stringify({ $schema, $id: `urn:amelia:${name}:v1`, ...schema }, null, 2)
    return { file: `packages/cli/schemas/${name}.v1.schema.json`, text: `${text}\n` }
  })
}
