import { expect, it } from 'vitest'
import { contents } from '../../../test/contents.ts'
import { notifyAbout, webhook } from '../src/notify.ts'
import { clientOf, sendTo, serveRun } from './served-run.ts'

const texts = contents(200)
const steps = texts.map((command, index) => {
  return { id: `s${index}`, action: 'command' as const, shell: true, command }
})
const plan = {
  phases: [{ id: 'a', title: 'A', subtasks: [{ id: 'a.1', title: 'Run', steps }] }],
}
const wanted = texts.map((text, index) => `s${index}:${text.includes('\n') ? '\n' : ' '}${text}`)

it('200 scripts that a person approves are delivered as they run', async () => {
  const { run, runId, handler } = await serveRun({}, { plan, planApproved: false, trust: 'standard' })
  const bodies: string[] = []
  const fetch = async (_url: string, { body }: RequestInit): Promise<Response> => {
    bodies.push(body as string)
    return new Response()
  }
  const hook = webhook({ url: 'https://hooks.example/x', secret: 'a-secret-of-the-receiver', fetch })
  const { flush } = notifyAbout(run, {
    notifiers: [hook],
    onWarning: (message) => expect.unreachable(message),
  })
  await run.start()
  await flush()
  const sent = bodies.map((body) => JSON.parse(body) as { gate?: { details: string[] } })
  expect(sent.flatMap(({ gate }) => gate?.details ?? [])).toEqual(wanted)

  const { body } = await sendTo(handler, `/v1/runs/${runId}`)
  const read = body as { report: { gates: { details: string[] }[] } }
  expect(read.report.gates.map(({ details }) => details)).toEqual([wanted])
  const client = clientOf(handler)
  const { report, seq } = await client.readRun(runId)
  expect(report.gates.map(({ details }) => details)).toEqual([wanted])
  const opened: string[] = []
  for await (const event of client.watch({ runId })) {
    if (event.type === 'gate_opened') opened.push(...event.gate.details)
    if (event.seq >= seq) break
  }
  expect(opened).toEqual(wanted)
})
