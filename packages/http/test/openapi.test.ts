import { readFileSync } from 'node:fs'
import type { ControlCommand } from '@amelia/core'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type * as z from 'zod/mini'
import document from '../src/openapi.json' with { type: 'json' }
import { bodies, buildDocument } from './openapi-document.ts'
import { address, serveRun } from './served-run.ts'

describe('the OpenAPI document', () => {
  it('is generated from the schemas; npm run api writes it', () => {
    expect(document).toEqual(buildDocument())
  })

  it('has each request that a run accepts', () => {
    expectTypeOf<z.infer<typeof bodies.Command>['type']>().toEqualTypeOf<ControlCommand['type']>()
  })

  it('is served', async () => {
    const { handler } = await serveRun()
    expect(await (await handler(new Request(`${address}/v1/openapi.json`))).json()).toEqual(document)
  })

  it('describes exactly the paths of the handler', () => {
    const source = readFileSync(new URL('../src/lib/create-handler.ts', import.meta.url), 'utf8')
    const routes = [...source.matchAll(/app\.(get|post)\('([^']+)'/g)]
    const served = routes.map(([, method, path]) => `${method} ${path!.replace(/:(\w+)/g, '{$1}')}`)
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
    expect(described.sort()).toEqual(served.sort())
  })

  it('fits the responses', async () => {
    const { handler, run, runId } = await serveRun({}, { trust: 'paranoid' })
    await run.start()
    const get = async (path: string) => (await handler(new Request(address + path))).json()
    const accepts = (body: keyof typeof bodies, value: unknown): unknown =>
      bodies[body].safeParse(value).error?.issues
    expect(accepts('Runs', await get('/v1/runs'))).toBeUndefined()
    expect(accepts('Run', await get(`/v1/runs/${runId}`))).toBeUndefined()
    expect(accepts('Error', await get('/v1/runs/none'))).toBeUndefined()
    expect(accepts('Error', await get('/v1/runs'))).toBeDefined()
  })
})
