import { expect, it } from 'vitest'
import { failingLine } from './failing-line.ts'

/** Outputs as the programs print them, without their escape sequences but for vitest's. */
const outputs: [program: string, line: string, output: string][] = [
  [
    'node, of a missing program',
    `Error: Cannot find module '/home/me/nope.mjs'`,
    `node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/home/me/nope.mjs'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at Module._load (node:internal/modules/cjs/loader:1038:27)
    at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2
`,
  ],
  [
    'the runner of node, of two values that differ',
    `AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 'bad' !== 'good'`,
    `✖ ledger is fine (6.287788ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  'bad' !== 'good'

      at TestContext.<anonymous> (file:///home/me/ok.test.mjs:4:68)
      at Test.runInAsyncScope (node:async_hooks:206:9) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: 'bad',
    expected: 'good',
    operator: 'strictEqual'
  }
`,
  ],
  [
    'the runner of node, of a diff',
    `AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:`,
    `✖ ledger is fine (1.1ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
  + actual - expected

    {
  +   a: 1
  -   a: 2
    }
`,
  ],
  [
    'node, of a thrown error',
    `TypeError: bad`,
    `file:///home/me/t.mjs:1
throw new TypeError("bad")
      ^

TypeError: bad
    at file:///home/me/t.mjs:1:7
    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)
    at async ModuleLoader.import (node:internal/modules/esm/loader:606:24)
    at async asyncRunEntryPointWithESMLoader (node:internal/modules/run_main:117:5)

Node.js v20.20.2
`,
  ],
  [
    'npm, of a missing script',
    `npm error Missing script: "nope"`,
    `npm error Missing script: "nope"
npm error
npm error To see a list of scripts, run:
npm error   npm run
npm error A complete log of this run can be found in: /home/ada/.npm/_logs/2026-11-27T08_35_39_380Z-debug-0.log
`,
  ],
  [
    'npm, of a package that cannot be installed',
    `npm error npx canceled due to missing packages and no YES option: ["pnpm@12.21.0"]`,
    `npm error npx canceled due to missing packages and no YES option: ["pnpm@12.21.0"]
npm error A complete log of this run can be found in: /home/ada/.npm/_logs/2026-11-27T08_35_42_545Z-debug-0.log
`,
  ],
  [
    'vitest',
    `AssertionError: expected 2 to be 3 // Object.is equality`,
    `
\u001b[1m\u001b[30m\u001b[46m RUN \u001b[49m\u001b[39m\u001b[22m \u001b[36mv4.1.12 \u001b[39m\u001b[90m/home/me/v\u001b[39m

 \u001b[31m❯\u001b[39m a.test.ts \u001b[2m(\u001b[22m\u001b[2m1 test\u001b[22m\u001b[2m | \u001b[22m\u001b[31m1 failed\u001b[39m\u001b[2m)\u001b[22m\u001b[32m 35\u001b[2mms\u001b[22m\u001b[39m
\u001b[31m   \u001b[31m×\u001b[31m adds\u001b[39m\u001b[32m 27\u001b[2mms\u001b[22m\u001b[39m

\u001b[31m⎯⎯⎯⎯⎯⎯⎯\u001b[39m\u001b[1m\u001b[41m Failed Tests 1 \u001b[49m\u001b[22m\u001b[31m⎯⎯⎯⎯⎯⎯⎯\u001b[39m

\u001b[41m\u001b[1m FAIL \u001b[22m\u001b[49m a.test.ts\u001b[2m > \u001b[22madds
\u001b[31m\u001b[1mAssertionError\u001b[22m: expected 2 to be 3 // Object.is equality\u001b[39m

\u001b[32m- Expected\u001b[39m
\u001b[31m+ Received\u001b[39m

\u001b[32m- 3\u001b[39m
\u001b[31m+ 2\u001b[39m

\u001b[36m \u001b[2m❯\u001b[22m a.test.ts:\u001b[2m2:28\u001b[22m\u001b[39m
    \u001b[90m  1|\u001b[39m \u001b[35mimport\u001b[39m {it\u001b[33m,\u001b[39mexpect} \u001b[35mfrom\u001b[39m \u001b[32m'vitest'\u001b[39m
    \u001b[90m  2|\u001b[39m \u001b[34mit\u001b[39m(\u001b[32m'adds'\u001b[39m\u001b[33m,\u001b[39m()\u001b[33m=>\u001b[39m{\u001b[34mexpect\u001b[39m(\u001b[34m1\u001b[39m\u001b[33m+\u001b[39m\u001b[34m1\u001b[39m)\u001b[33m.\u001b[39m\u001b[34mtoBe\u001b[39m(\u001b[34m3\u001b[39m)})
    \u001b[90m   |\u001b[39m                            \u001b[31m^\u001b[39m
    \u001b[90m  3|\u001b[39m

\u001b[31m\u001b[2m⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯\u001b[22m\u001b[39m


\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m
\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m
\u001b[2m   Start at \u001b[22m 08:36:24
\u001b[2m   Duration \u001b[22m 1.33s\u001b[2m (transform 56ms, setup 0ms, import 108ms, tests 35ms, environment 0ms)\u001b[22m

`,
  ],
  [
    'tsc',
    `v/b.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.`,
    `v/b.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.
`,
  ],
  [
    'python',
    `ModuleNotFoundError: No module named 'nope'`,
    `Traceback (most recent call last):
  File "<string>", line 1, in <module>
ModuleNotFoundError: No module named 'nope'
`,
  ],
  [
    'pytest',
    `assert 1 == 2`,
    `F                                                                        [100%]
=================================== FAILURES ===================================
____________________________________ test_f ____________________________________

    def test_f():
>       assert f() == 2
E       assert 1 == 2
E        +  where 1 = f()

test_f.py:5: AssertionError
=========================== short test summary info ============================
FAILED test_f.py::test_f - assert 1 == 2
1 failed in 2.31s
`,
  ],
  [
    'cargo, of a failed test',
    `assertion \`left == right\` failed`,
    `   Compiling c v0.1.0 (/home/me/c)
    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 2.52s
     Running unittests src/lib.rs (target/debug/deps/c-d4fd4905425e6bfe)

running 1 test
test tests::it_works ... FAILED

failures:

---- tests::it_works stdout ----

thread 'tests::it_works' (12580) panicked at src/lib.rs:12:9:
assertion \`left == right\` failed
  left: 4
 right: 5
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/598/library/std/src/panicking.rs:689:5
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.


failures:
    tests::it_works

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.39s

error: test failed, to rerun pass \`--lib\`
`,
  ],
  [
    'cargo, of a compiler error',
    `error[E0425]: cannot find value \`nope\` in this scope`,
    `   Compiling c v0.1.0 (/home/me/c)
error[E0425]: cannot find value \`nope\` in this scope
 --> src/lib.rs:2:12
  |
2 |     left + nope
  |            ^^^^ not found in this scope

For more information about this error, try \`rustc --explain E0425\`.
error: could not compile \`c\` (lib) due to 1 previous error
warning: build failed, waiting for other jobs to finish...
error: could not compile \`c\` (lib test) due to 1 previous error
`,
  ],
  [
    'make, of a missing rule',
    `make: *** No rule to make target 'nope'.  Stop.`,
    `make: *** No rule to make target 'nope'.  Stop.
`,
  ],
  [
    'make, of a failed recipe',
    `false`,
    `false
make: *** [Makefile:2: x] Error 1
`,
  ],
  [
    'pnpm, of a missing script',
    `ERR_PNPM_NO_SCRIPT  Missing script: nope`,
    ` ERR_PNPM_NO_SCRIPT  Missing script: nope

Command "nope" not found.
`,
  ],
  [
    'pnpm, of a failed script',
    `TypeError: bad`,
    `
> p@1.0.0 x /work
> node t.mjs

TypeError: bad
    at file:///home/me/t.mjs:1:7

Node.js v20.20.2
\u2009ELIFECYCLE\u2009 Command failed with exit code 1.
`,
  ],
  [
    'go test',
    `add_test.go:7: got 3, want 4`,
    `--- FAIL: TestAdd (0.00s)
    add_test.go:7: got 3, want 4
FAIL
exit status 1
FAIL\texample.org/add\t0.003s
`,
  ],
  [
    'go, of a compiler error',
    `./add.go:3:9: undefined: c`,
    `# example.org/add
./add.go:3:9: undefined: c
./add.go:9:2: undefined: d
FAIL\texample.org/add [build failed]
FAIL
`,
  ],
  [
    'go, of a panic',
    `panic: runtime error: index out of range [5] with length 3`,
    `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.main()
\t/home/me/main.go:5 +0x1d
exit status 2
`,
  ],
  [
    'a compiler that make started',
    `a.c:1:5: error: expected ';' before 'x'`,
    `cc -c a.c
a.c:1:5: error: expected ';' before 'x'
make: *** [Makefile:2: a.o] Error 1
`,
  ],
  [
    'a program that names no error',
    `two`,
    `one
two
`,
  ],
  [
    'nothing but a stack',
    `at run (/home/me/a.js:1:2)`,
    `    at run (/home/me/a.js:1:2)
`,
  ],
  ['nothing', ``, ``],
]

it.each(outputs)('finds the line that names the error of %s', (_, line, output) => {
  expect(failingLine(output)).toBe(line)
})
