/** The style of a report. It has no external resources, and follows the colour scheme of the reader. */
export const pageStyle = `
:root { color-scheme: light dark; --text: #1c2024; --dim: #5f6870; --page: #ffffff; --box: #f5f6f8; --line: #d5d9de;
  --good: #1a7f37; --bad: #c1272d; --warn: #9a6700; --active: #0b62c4;
  --good-box: #e6f4ea; --bad-box: #fdecec; --warn-box: #fdf3d8; --active-box: #e5f0fd; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ec; --dim: #9aa4ae; --page: #14171a; --box: #1e2226; --line: #3a4149;
  --good: #57c271; --bad: #ff7b78; --warn: #e0ad3d; --active: #6db1ff;
  --good-box: #16301f; --bad-box: #3b1b1d; --warn-box: #35290f; --active-box: #15283f; } }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; } h3 { font-size: 1rem; margin: 0 0 .3rem; }
h4 { font-size: .85rem; margin: .9rem 0 .2rem; color: var(--dim); }
a { color: var(--active); } p { margin: .3rem 0; } ul { margin: .2rem 0; padding-left: 1.2rem; }
code, pre { font: .85em/1.45 ui-monospace, monospace; } pre { background: var(--page); border: 1px solid var(--line); border-radius: 6px;
  padding: .6rem .8rem; overflow-x: auto; margin: .3rem 0; }
pre, .content { white-space: pre-wrap; unicode-bidi: plaintext; } .scroll { overflow-x: auto; } .dim { color: var(--dim); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
section.phase { background: var(--box); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; margin: .8rem 0; }
.status { font-size: .85rem; font-weight: 600; } .status.good { color: var(--good); } .status.bad { color: var(--bad); }
.status.warn { color: var(--warn); } .status.active { color: var(--active); } .status.dim { color: var(--dim); }
svg text { font: 12px system-ui, sans-serif; fill: var(--text); } svg .id { font-weight: 600; } svg .tick { fill: var(--dim); }
svg rect { fill: var(--box); stroke: var(--line); } svg a { text-decoration: none; }
svg .good rect, svg rect.good { fill: var(--good-box); stroke: var(--good); } svg .bad rect, svg rect.bad { fill: var(--bad-box); stroke: var(--bad); }
svg .warn rect, svg rect.warn { fill: var(--warn-box); stroke: var(--warn); } svg .active rect, svg rect.active { fill: var(--active-box); stroke: var(--active); }
.arrow { fill: none; stroke: var(--dim); stroke-width: 1.3; } .tip { fill: var(--dim); } .axis { stroke: var(--line); }
.legend { font-size: .85rem; } .key { display: inline-block; width: .8em; height: .8em; border: 1px solid var(--line); border-radius: 3px; background: var(--box); margin-left: .6em; }
.key.good { background: var(--good-box); border-color: var(--good); } .key.bad { background: var(--bad-box); border-color: var(--bad); }
.key.warn { background: var(--warn-box); border-color: var(--warn); } .key.active { background: var(--active-box); border-color: var(--active); }
@media print { body { max-width: none; } section.phase { break-inside: avoid; } }
`
