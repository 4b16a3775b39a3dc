import { runCondition } from '@amelia/core/view'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRun, readRun, type Report } from '@amelia/core'
import { memoryHost } from '@amelia/core/testing'
import { createHandler } from '@amelia/http'
import { createClient } from '@amelia/http/client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { contents, readTexts } from '../../../test/contents.ts'
import { reportRun } from '../src/lib/command/github/report-run.ts'
import { addReadTools } from '../src/lib/command/mcp/add-read-tools.ts'
import { renderPage } from '../src/lib/page/render-page.ts'
import { renderPhaseDetails } from '../src/lib/view/render-phase-details.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-shown-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const texts = contents(200)
const host = memoryHost()
/** Each question is about this many commands, so that a page of them is not shortened. */
const size = 20
let reports: Report[]
let runId: string
let plan: Awaited<ReturnType<typeof readRun>>['plan']

/** A run that waits for the approval of 200 scripts. */
beforeAll(async () => {
  const steps = texts.map((command, index) => {
    return { id: `s${index}`, action: 'command' as const, shell: true, command }
  })
  const phases = [{ id: '1', title: 'One', subtasks: [{ id: '1.1', title: 'Run', steps }] }]
  const run = await createRun({ host, plan: { phases }, trust: 'standard', artifacts: 'none' })
  const report = await run.start()
  ;({ runId } = report)
  ;({ plan } = await readRun({ store: host.store, runId, now: 0 }))
  const gate = report.gates[0]!
  reports = texts.flatMap((_, from) => {
    const details = gate.details.slice(from, from + size)
    return from % size === 0 ? [{ ...report, gates: [{ ...gate, details }] }] : []
  })
})

/** The texts that one of the questions shows. */
const wanted = (index: number): string[] =>
  texts.slice(index * size, (index + 1) * size).map((text, at) => {
    return `s${index * size + at}:${text.includes('\n') ? '\n' : ' '}${text}`
  })

const fromHtml = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe('200 scripts that a person approves are shown as they run', () => {
  it('in the annotations and the step summary of a workflow', async () => {
    for (const [index, report] of reports.entries()) {
      const summary = join(folder, `summary-${index}.md`)
      writeFileSync(summary, '')
      vi.stubEnv('GITHUB_STEP_SUMMARY', summary)
      let out = ''
      const place = { repo: '.', database: undefined }
      await reportRun({ out: (text) => void (out += text) }, report, { plan, ...place })
      // A second line could be a command of the workflow.
      expect(out.split('\n')).toEqual([expect.stringMatching(/^::warning /), ''])
      const message = out
        .slice(out.indexOf('::', 2) + 2, -1)
        .replaceAll('%0A', '\n')
        .replaceAll('%0D', '\r')
        .replaceAll('%25', '%')
      expect(readTexts(message.split('\n').slice(1, -1))).toEqual(wanted(index))

      const page = readFileSync(summary, 'utf8')
      expect(page).not.toContain('Shortened')
      const [, fence = ''] = /^ {2}(`{3,})text$/m.exec(page) ?? []
      const start = page.indexOf(`  ${fence}text\n`) + fence.length + 7
      const rows = page.slice(start, page.indexOf(`\n  ${fence}\n`, start)).split('\n')
      expect(rows.join('\n')).not.toContain(fence)
      expect(readTexts(rows.map((row) => row.slice(2)))).toEqual(wanted(index))
    }
  })

  it('on the page of a run', () => {
    for (const [index, report] of reports.entries()) {
      const page = renderPage({ report, condition: runCondition({ report }), plan, spans: [], madeAt: '' })
      const [, shown = ''] = /<h2>Open questions<\/h2>\n<ul><li>.*?<pre>([^]*?)<\/pre>/.exec(page) ?? []
      expect(readTexts(fromHtml(shown).split('\n'))).toEqual(wanted(index))
    }
  })

  it.each([undefined, 80, 40])('in `amelia show` at %s columns', (contentWidth) => {
    for (const [index, { gates, phases }] of reports.entries()) {
      const details = { dependsOn: [], transcripts: [] }
      const options = { runId, width: 80, contentWidth, paint: (text: string) => text, next: ['amelia logs'] }
      const shown = renderPhaseDetails(phases[0]!, details, {
        ...{ ...options, origin: undefined },
        questions: gates,
      })
      const rows = shown
        .slice(shown.indexOf('Approve?\n') + 9, shown.lastIndexOf('\n  Answers: '))
        .split('\n')
      expect(readTexts(rows)).toEqual(wanted(index))
    }
  })

  it('in the results of MCP tools', async () => {
    type Tool = (input: object, context: object) => Promise<{ content: { text: string }[] }>
    const tools = new Map<string, Tool>()
    const server = { registerTool: (name: string, _about: object, tool: Tool) => tools.set(name, tool) }
    const handler = createHandler({ host, authenticate: () => ({ access: 'read' }) })
    const client = createClient({
      baseUrl: 'http://localhost:4000',
      fetch: (url, init) => handler(new Request(url, init)),
    })
    addReadTools(server as never, { client, host, repo: '.' } as never)
    const call = async <Result>(name: string, input: object): Promise<Result> => {
      const mcpReq = { signal: new AbortController().signal }
      const { content } = await tools.get(name)!({ runId, ...input }, { mcpReq })
      return JSON.parse(content[0]!.text) as Result
    }
    const all = reports.flatMap((_, index) => wanted(index))
    const status = await call<{ report: Report }>('status', {})
    expect(status.report.gates.map(({ details }) => details)).toEqual([all])
    const watched = await call<{ questions: Report['gates']; events: { gate?: { details: string[] } }[] }>(
      'watch',
      { after: 0, waitSeconds: 0 },
    )
    expect(watched.questions.map(({ details }) => details)).toEqual([all])
    expect(watched.events.flatMap(({ gate }) => gate?.details ?? [])).toEqual(all)
  })
})
