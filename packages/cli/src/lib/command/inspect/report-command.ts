import type { RunEvent } from '@amelia/core'
import { writeNewFile } from '../../document/write-new-file.ts'
import type { reportFormats } from './report-formats.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { type FoundRun, findRun, type RunHost } from '../../stored/find-run.ts'
import { readEvents } from '../../stored/read-events.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { withProven } from '../../stored/read-base.ts'
import { withoutSaved } from '../../stored/without-saved.ts'
import type { ReportOutput } from '../../stored/json/report-output.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { openHost } from '../../stored/open-host.ts'
import { noteUnpushed } from '../../stored/submodule/note-unpushed.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface ReportOptions extends RunPlace {
  format: (typeof reportFormats)[number]
  /** A new file to write. Default: stdout. */
  out?: string
}

/** Prints the report of a run, finished or not, as a Markdown page, an HTML file or JSON. */
export const reportCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  { repo, database, format, out }: ReportOptions,
  given?: RunHost,
): Promise<number> => {
  await checkFolder(repo)
  const { store, clock } = given ?? (await openHost({ repo, database }))
  const stored = await findRun(terminal, { store, clock, wanted })
  const found = { ...stored, report: await withProven(repo, await noteUnpushed(repo, stored.report)) }
  if (format === 'github') {
    const { reportRun } = await import('../github/report-run.ts')
    await reportRun(terminal, withoutSaved(found), { ...found, repo, database })
    return exitCode.completed
  }
  const text = await render(found, format, { store, clock })
  if (out === undefined) terminal.out(text)
  else await writeNewFile(out, text)
  return exitCode.completed
}

const render = async (
  found: FoundRun,
  format: Exclude<ReportOptions['format'], 'github'>,
  host: RunHost,
): Promise<string> => {
  const { report, plan, condition, locked, canGoOn } = found
  switch (format) {
    case 'json':
      return `${JSON.stringify({ ...report, condition, locked, canGoOn } satisfies ReportOutput, null, 2)}\n`
    case 'md': {
      const { renderReportPage } = await import('@amelia/core/view')
      return renderReportPage(report, { condition })
    }
    case 'html': {
      const { renderPage } = await import('../../page/render-page.ts')
      const { listSpans } = await import('../../page/list-spans.ts')
      const events: RunEvent[] = []
      for await (const event of readEvents(host, found)) events.push(event)
      const madeAt = new Date(host.clock.now()).toISOString()
      return renderPage({ report, condition, plan, spans: listSpans(events), madeAt })
    }
  }
}
