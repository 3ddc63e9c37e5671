/** The pages' own style: light and dark by the reader's setting, no font and no file from elsewhere. */
export const style = `
:root { color-scheme: light dark; --page: #ffffff; --soft: #f6f8fa; --line: #d1d9e0; --text: #1f2328; --dim: #59636e;
  --link: #0969da; --open: #1f883d; --done: #8250df; --gray: #59636e; --red: #d1242f; --code: #818b981f; --tab: #fd8c73;
  --mine: #ddf4ff; --head: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --soft: #151b23; --line: #3d444d; --text: #f0f6fc;
  --dim: #9198a1; --link: #4493f8; --open: #238636; --done: #8957e5; --gray: #656c76; --red: #da3633; --code: #656c7633;
  --tab: #f78166; --mine: #121d2f; --head: #010409; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.5 -apple-system, BlinkMacSystemFont,
  "Segoe UI", "Noto Sans", "Liberation Sans", Helvetica, Arial, sans-serif; }
a { color: var(--link); text-decoration: none; } a[href]:hover { text-decoration: underline; }
a.dead { color: var(--link); cursor: default; }
header.top { background: var(--head); border-bottom: 1px solid var(--line); padding: 14px 32px 0; }
header.top .where { font-size: 14px; display: flex; align-items: center; gap: 8px; margin-bottom: 12px; }
header.top .where b { font-weight: 600; } .where .mark { width: 24px; height: 24px; border-radius: 50%; background: var(--text); }
nav { display: flex; gap: 8px; } nav span { padding: 6px 8px 8px; color: var(--text); border-bottom: 2px solid transparent; }
nav span.here { font-weight: 600; border-bottom-color: var(--tab); } nav i { font-style: normal; background: var(--code);
  border-radius: 2em; padding: 0 6px; font-size: 12px; margin-left: 4px; font-weight: 500; }
main { max-width: 1216px; margin: 24px auto 0; padding: 0 32px 48px; }
h1 { font-size: 26px; font-weight: 400; line-height: 1.25; margin: 0 0 10px; overflow-wrap: anywhere; } h1 .number { color: var(--dim); }
.state { display: inline-flex; align-items: center; gap: 6px; color: #fff; border-radius: 2em; padding: 5px 12px; font-weight: 500;
  background: var(--gray); } .state svg { fill: #fff; } .state.open { background: var(--open); } .state.completed { background: var(--done); }
.byline { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; color: var(--dim); padding-bottom: 20px;
  border-bottom: 1px solid var(--line); margin-bottom: 24px; } .byline b, .event b { color: var(--text); font-weight: 600; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 256px; gap: 24px; }
@media (max-width: 800px) { .columns { grid-template-columns: minmax(0, 1fr); } main, header.top { padding-left: 16px; padding-right: 16px; } }
.avatar { flex: none; width: 40px; height: 40px; border-radius: 50%; display: grid; place-items: center; color: #fff;
  font-weight: 600; font-size: 15px; } .avatar.bot { border-radius: 8px; } .avatar.small { width: 20px; height: 20px; font-size: 9px; }
.turn { display: grid; grid-template-columns: 40px minmax(0, 1fr); gap: 16px; position: relative; padding-bottom: 16px; }
.turn::before { content: ""; position: absolute; left: 71px; top: 0; bottom: 0; border-left: 2px solid var(--line); z-index: -1; }
.box { border: 1px solid var(--line); border-radius: 6px; background: var(--page); }
.box > .head { display: flex; gap: 6px; align-items: center; flex-wrap: wrap; background: var(--soft); border-bottom: 1px solid var(--line);
  border-radius: 6px 6px 0 0; padding: 8px 16px; color: var(--dim); } .box > .head b { color: var(--text); font-weight: 600; }
.box > .head .pill { margin-left: auto; } .pill { border: 1px solid var(--line); border-radius: 2em; padding: 0 7px; font-size: 12px;
  color: var(--dim); } .bot-pill { border: 1px solid var(--line); border-radius: 2em; padding: 0 6px; font-size: 12px; }
.event { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; color: var(--dim); padding: 0 0 16px 63px; position: relative; }
.event::before { content: ""; position: absolute; left: 71px; top: 0; bottom: 0; border-left: 2px solid var(--line); z-index: -1; }
.event .dot { width: 32px; height: 32px; margin-left: -8px; border-radius: 50%; background: var(--soft); border: 2px solid var(--page); display: grid;
  place-items: center; } .event .dot svg { fill: var(--dim); } .event .dot.completed { background: var(--done); }
.event .dot.completed svg, .event .dot.not_planned svg { fill: #fff; } .event .dot.not_planned { background: var(--gray); }
.label { border-radius: 2em; padding: 0 9px; font-size: 12px; font-weight: 500; line-height: 20px; border: 1px solid; white-space: nowrap; }
aside section { border-bottom: 1px solid var(--line); padding-bottom: 16px; margin-bottom: 16px; font-size: 12px; color: var(--dim); }
aside h3 { margin: 0 0 8px; font-size: 12px; font-weight: 600; color: var(--dim); }
aside .labels { display: flex; gap: 4px; flex-wrap: wrap; }
.md { padding: 16px; overflow-wrap: break-word; font-size: 14px; } .md > :first-child { margin-top: 0; } .md > :last-child { margin-bottom: 0; }
.md p, .md ul, .md ol, .md pre, .md details, .md blockquote, .md .scroll { margin: 0 0 16px; }
li:has(> input) { list-style: none; margin-left: -1.6em; }
.turn:last-child { padding-bottom: 0; }
.md h1, .md h2, .md h3 { margin: 24px 0 16px; font-weight: 600; line-height: 1.25; } .md h2 { font-size: 1.5em; padding-bottom: .3em;
  border-bottom: 1px solid var(--line); } .md h3 { font-size: 1.25em; } .md ul, .md ol { padding-left: 2em; }
code { font: 85%/1.45 ui-monospace, SFMono-Regular, "SF Mono", Menlo, "Liberation Mono", monospace; background: var(--code);
  padding: .2em .4em; border-radius: 6px; overflow-wrap: anywhere; }
pre { background: var(--soft); border-radius: 6px; padding: 16px; overflow: auto; } pre code { background: none; padding: 0; overflow-wrap: normal; }
details > summary { cursor: pointer; } .scroll { overflow: auto; } table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: 6px 13px; text-align: left; } th { font-weight: 600; } tr:nth-child(2n) td { background: var(--soft); }
td > code:only-child { white-space: nowrap; } blockquote { border-left: 4px solid var(--line); color: var(--dim); padding: 0 1em; margin: 0; } .mention { font-weight: 600; }
footer { max-width: 1216px; margin: 0 auto; padding: 16px 32px 32px; color: var(--dim); font-size: 12px; }
.check { display: grid; grid-template-columns: 280px minmax(0, 1fr); border: 1px solid var(--line); border-radius: 6px; min-height: 320px; }
.check .list { border-right: 1px solid var(--line); background: var(--soft); border-radius: 6px 0 0 6px; padding: 12px 0; }
.check .list div { display: flex; gap: 8px; align-items: center; padding: 6px 16px; } .check .list .on { background: var(--mine); font-weight: 600; }
.check .list .app { color: var(--dim); font-size: 12px; font-weight: 600; } .check .list div + .app { margin-top: 12px; } .check .pane { min-width: 0; }
.pane .title { display: flex; gap: 10px; align-items: center; padding: 16px; border-bottom: 1px solid var(--line); }
.pane .title h2 { font-size: 16px; margin: 0; } .pane .title small { color: var(--dim); display: block; font-size: 12px; }
.sum { font-size: 18px; font-weight: 600; padding: 20px 16px 0; } .details-of { padding: 0 16px; }
@media (max-width: 800px) { .check { grid-template-columns: minmax(0, 1fr); } .check .list { border-right: 0; border-bottom: 1px solid var(--line); } }
`;
