import { expect, it } from 'vitest'
import { withoutBareImports } from '../scripts/lib/drop-bare-imports.mjs'

it('removes imports of chunks and of our packages without names, and keeps their lines', () => {
  const code = [
    'import {',
    '  run',
    '} from "./chunk-A5EG6ERX.js";',
    'import "./chunk-B4P543LU.js";',
    'import "./engine-NHU6OFWL.js";',
    'import "@amelia/core/plugin";',
    'export { run };',
  ].join('\n')
  expect(withoutBareImports(code)).toBe(
    ['import {', '  run', '} from "./chunk-A5EG6ERX.js";', '', '', '', 'export { run };'].join('\n'),
  )
})

it('removes neighbouring imports of a minified file', () => {
  const code =
    'import{a}from"./chunk-A5EG6ERX.js";import"./chunk-B4P543LU.js";import"./chunk-57LQUI73.js";a();'
  expect(withoutBareImports(code)).toBe('import{a}from"./chunk-A5EG6ERX.js";a();')
})

it('keeps imports of other files and packages, and dynamic imports', () => {
  for (const code of [
    'import "./style.css";',
    'import "./setup.js";',
    'import "urlpattern-polyfill";',
    'import "@amelia/dashboard/style.css";',
    'const load = () => import("./engine-NHU6OFWL.js");',
    'const text = \'import "./chunk-B4P543LU.js";\';',
  ])
    expect(withoutBareImports(code)).toBe(code)
})
