import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { machineId } from './machine-id.ts'
import { nodeHost } from './node-host.ts'

it('names the machine, the same in every host, without its name', () => {
  expect(machineId()).toMatch(/^[0-9a-f]{16}$/)
  expect(nodeHost().machine).toBe(machineId())
  expect(nodeHost({ repo: '/' }).machine).toBe(machineId())
  expect(machineId()).not.toContain(hostname())
})
