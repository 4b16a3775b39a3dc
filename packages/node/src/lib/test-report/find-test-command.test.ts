import { describe, expect, it } from 'vitest'
import { findTestCommand } from './find-test-command.ts'

/** Returns the runner and the command with the additional argument `X`; undefined if no runner was found. */
const find = (command: string, scripts: Record<string, string> = {}): string | undefined => {
  const words = command.split(' ')
  const found = findTestCommand(words, new Map(Object.entries(scripts)))
  return found && `${found.runner}: ${[...words, ...found.tail(['X'])].join(' ')}`
}

describe('findTestCommand: directly', () => {
  it.each([
    ['node --test', 'node: node --test X'],
    ['/usr/bin/node --test test/a.test.js', 'node: /usr/bin/node --test test/a.test.js X'],
    ['node --import tsx --test', 'node: node --import tsx --test X'],
    ['node -r ./setup.js --test', 'node: node -r ./setup.js --test X'],
    ['tsx --test test/a.ts', 'node: tsx --test test/a.ts X'],
    ['vitest', 'vitest: vitest X'],
    ['vitest run test/a', 'vitest: vitest run test/a X'],
    ['npx vitest run', 'vitest: npx vitest run X'],
    ['npx --yes vitest@4 run', 'vitest: npx --yes vitest@4 run X'],
    ['./node_modules/.bin/jest --ci', 'jest: ./node_modules/.bin/jest --ci X'],
    ['npx jest', 'jest: npx jest X'],
    ['bunx jest', 'jest: bunx jest X'],
    [
      'node --experimental-vm-modules node_modules/jest/bin/jest.js',
      'jest: node --experimental-vm-modules node_modules/jest/bin/jest.js X',
    ],
    ['pnpm exec vitest run', 'vitest: pnpm exec vitest run X'],
    ['pnpm vitest run', 'vitest: pnpm vitest run X'],
    ['yarn jest', 'jest: yarn jest X'],
    ['npm exec -- vitest run', 'vitest: npm exec -- vitest run X'],
    ['pytest -q', 'pytest: pytest -q X'],
    ['python -m pytest tests', 'pytest: python -m pytest tests X'],
    ['python3.12 -B -m pytest', 'pytest: python3.12 -B -m pytest X'],
    ['.venv/bin/python -m pytest', 'pytest: .venv/bin/python -m pytest X'],
    ['uv run pytest', 'pytest: uv run pytest X'],
    ['poetry run python -m pytest', 'pytest: poetry run python -m pytest X'],
    ['env A=1 B= vitest run', 'vitest: env A=1 B= vitest run X'],
    ['cross-env CI=1 jest', 'jest: cross-env CI=1 jest X'],
    ['c8 --reporter=lcov node --test', 'node: c8 --reporter=lcov node --test X'],
  ])('%s', (command, found) => {
    expect(find(command)).toBe(found)
  })
})

describe('findTestCommand: not', () => {
  it.each([
    '',
    'node test.js',
    'node test.js --test',
    'node -e 1',
    'vitest bench',
    'vitest list',
    'mocha',
    'bun test',
    'go test ./...',
    'python tests.py -m pytest',
    'python -m unittest',
    'python -m',
    'npm test',
    'npm run',
    'npm',
    'pnpm',
    'npm exec vitest run',
    'npx',
    'npx -p vitest vitest run',
    'env',
    'cross-env A=1',
    'uv sync',
    'c8 -r lcov node --test',
    'sh -c vitest',
    'yarn build',
  ])('%s', (command) => {
    expect(find(command)).toBeUndefined()
  })
})

describe('findTestCommand: through scripts', () => {
  it.each([
    ['npm test', 'vitest run', 'vitest: npm test -- X'],
    ['npm t', 'node --test', 'node: npm t -- X'],
    ['npm run test', 'jest', 'jest: npm run test -- X'],
    ['npm run -s test', 'jest', 'jest: npm run -s test -- X'],
    ['npm --silent test', 'jest', 'jest: npm --silent test -- X'],
    ['npm test -- test/a', 'vitest run', 'vitest: npm test -- test/a X'],
    ['npm test --silent', 'vitest run', 'vitest: npm test --silent -- X'],
    ['npm test test/a', 'vitest run', 'vitest: npm test test/a -- X'],
    ['pnpm test', 'vitest run', 'vitest: pnpm test X'],
    ['pnpm run test', 'vitest run', 'vitest: pnpm run test X'],
    ['yarn test', 'jest', 'jest: yarn test X'],
    ['yarn run test', 'jest', 'jest: yarn run test X'],
    ['bun run test', 'vitest run', 'vitest: bun run test X'],
    ['npm test', 'CI=1 A="two words" vitest run', 'vitest: npm test -- X'],
    ['npm test', '  NODE_ENV=test   jest  ', 'jest: npm test -- X'],
    ['npm test', 'node --test "test/a b.js"', 'node: npm test -- X'],
  ])('%s of %s', (command, test, found) => {
    expect(find(command, { test })).toBe(found)
  })

  it('follows a script that runs another, and adds what each needs to pass arguments on', () => {
    const scripts = { test: 'npm run unit', unit: 'vitest run', other: 'npm run unit --', pnpm: 'pnpm unit' }
    expect(find('npm test', scripts)).toBe('vitest: npm test -- -- X')
    expect(find('npm run other', scripts)).toBe('vitest: npm run other -- X')
    expect(find('npm run pnpm', scripts)).toBe('vitest: npm run pnpm -- X')
    expect(find('yarn test', scripts)).toBe('vitest: yarn test -- X')
  })

  it.each([
    ['npm test', 'tsc && vitest run'],
    ['npm test', 'vitest run | tee log'],
    ['npm test', 'A=$HOME vitest run'],
    ['npm test', 'vitest run $FILE'],
    ['npm test', 'vitest run "'],
    ['npm test', 'npm test'],
    ['npm test', ''],
    ['npm test', 'mocha'],
    ['npm test -w a', 'vitest run'],
    ['npm test --prefix a', 'vitest run'],
    ['npm -w a test', 'vitest run'],
    ['npm run --prefix a test', 'vitest run'],
    ['pnpm -r test', 'vitest run'],
    ['pnpm --filter a test', 'vitest run'],
    ['yarn workspace a test', 'vitest run'],
    ['npm vitest', 'vitest run'],
    ['npm run t', 'vitest run'],
  ])('not %s of %s', (command, test) => {
    expect(find(command, { test })).toBeUndefined()
  })

  it("returns the runner's arguments, and the variables set by scripts", () => {
    const scripts = new Map([['test', 'NODE_OPTIONS=--no-warnings cross-env A=1 node --test test/a.js']])
    expect(findTestCommand(['npm', 'test', '-s', '--', '--test-only'], scripts)).toMatchObject({
      runner: 'node',
      args: ['--test', 'test/a.js', '--test-only'],
      sets: ['NODE_OPTIONS', 'A'],
    })
  })
})
