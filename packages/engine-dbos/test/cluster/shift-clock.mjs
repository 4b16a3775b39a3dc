// Gives a process a wall clock that is wrong, and that SIGUSR2 sets back by an hour.
const real = Date
let shift = Number(process.env.CLOCK_SHIFT_MS)
process.on('SIGUSR2', () => {
  shift -= 3_600_000
})
globalThis.Date = class Date extends real {
  constructor(...args) {
    super(...(args.length === 0 ? [real.now() + shift] : args))
  }
  static now() {
    return real.now() + shift
  }
}
