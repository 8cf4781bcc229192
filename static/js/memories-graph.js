// The picture of the list below it: the same ends and lines, laid out by d3-force and drawn as SVG.
const SVG = "http://www.w3.org/2000/svg";
const ZOOMS = [0.6, 0.8, 1, 1.25, 1.6, 2, 2.6];
const TICKS = 320;

const card = document.querySelector("[data-graph]");
const rows = [...document.querySelectorAll("#relations > li")];

function read() {
  const ends = new Map();
  const lines = rows.map((row) => {
    const pair = ["one", "other"].map((side) => {
      const id = row.dataset[side];
      if (!ends.has(id)) ends.set(id, { id, kind: row.dataset[`${side}Kind`], label: row.dataset[`${side}Label`], lines: [] });
      return ends.get(id);
    });
    const line = { row, source: pair[0], target: pair[1], word: row.dataset.word, href: row.querySelector("a").href };
    for (const end of pair) end.lines.push(line);
    return line;
  });
  return { ends: [...ends.values()], lines };
}

// Two ends with several lines between them have the words of these lines one below the other.
function stack(lines) {
  const seen = new Map();
  for (const line of lines) {
    const key = [line.source.id, line.target.id].sort().join("-");
    line.place = seen.get(key) ?? 0;
    seen.set(key, line.place + 1);
  }
}

// The person stands in the middle, and each end beyond the one that leads to it: that crosses the fewest lines.
function begin({ ends }, self) {
  const met = new Set([self]);
  const children = new Map();
  const after = (start) => {
    const queue = [start];
    for (const end of queue) {
      children.set(end, []);
      for (const { source, target } of end.lines) {
        const other = source === end ? target : source;
        if (met.has(other)) continue;
        met.add(other);
        children.get(end).push(other);
        queue.push(other);
      }
    }
  };
  after(self);
  // What is not connected with the person hangs on the middle by no line, and has a sector of its own.
  for (const end of ends) {
    if (met.has(end)) continue;
    met.add(end);
    children.get(self).push(end);
    after(end);
  }
  const leaves = (end) => children.get(end).reduce((sum, child) => sum + leaves(child), 0) || 1;
  const place = (end, depth, from, to) => {
    const angle = (from + to) / 2;
    Object.assign(end, { x: depth * 120 * Math.cos(angle), y: depth * 120 * Math.sin(angle) });
    let at = from;
    for (const child of children.get(end)) {
      const share = ((to - from) * leaves(child)) / leaves(end);
      place(child, depth + 1, at, at + share);
      at += share;
    }
  };
  place(self, 0, -Math.PI, Math.PI);
}

function lay(graph, wide) {
  const { ends, lines } = graph;
  const self = ends.find((end) => end.kind === "self") ?? ends[0];
  begin(graph, self);
  [self.fx, self.fy] = [0, 0];
  const apart = wide ? 125 : 105;
  const { forceSimulation, forceLink, forceManyBody, forceCollide, forceX, forceY } = window.d3;
  forceSimulation(ends)
    .alpha(0.5)
    .force("link", forceLink(lines.map(({ source, target }) => ({ source, target }))).distance(apart).strength(0.5))
    .force("charge", forceManyBody().strength(-520))
    .force("collide", forceCollide((end) => 26 + Math.min(end.label.length, 14) * 2.4).strength(1))
    .force("x", forceX().strength(wide ? 0.02 : 0.07))
    .force("y", forceY().strength(wide ? 0.07 : 0.02))
    .stop()
    .tick(TICKS);
}

function make(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

const short = (label) => (label.length > 22 ? `${label.slice(0, 21)}…` : label);

function drawLine(line) {
  const link = make("a", { href: line.href, tabindex: "-1", "aria-label": line.row.querySelector(".text").textContent });
  const at = { x1: line.source.x, y1: line.source.y, x2: line.target.x, y2: line.target.y };
  link.append(make("line", at), make("line", { ...at, class: "hit" }));
  const x = (line.source.x + line.target.x) / 2;
  const y = (line.source.y + line.target.y) / 2 + 4 + line.place * 13;
  link.append(make("text", { x, y, "text-anchor": "middle" }, line.word));
  link.append(make("title", {}, line.row.querySelector(".text").textContent));
  line.shape = link;
  return link;
}

function drawEnd(end) {
  const size = end.kind === "self" ? 15 : 11;
  const group = make("g", {
    class: `end ${end.kind}`, role: "button", tabindex: "-1", "aria-pressed": "false", "aria-label": end.label,
    transform: `translate(${end.x} ${end.y})`,
  });
  group.append(make("circle", { r: 22, class: "touch", "fill-opacity": 0, "stroke-opacity": 0 }));
  group.append(make("circle", { r: size }), make("text", { y: size + 15, "text-anchor": "middle" }, short(end.label)));
  group.append(make("title", {}, end.label));
  end.shape = group;
  return group;
}

function frame(ends) {
  const side = ends.map((end) => Math.min(end.label.length, 22) * (/[\u3400-\u9fff]/.test(end.label) ? 7 : 4) + 24);
  const left = Math.min(...ends.map((end, n) => end.x - side[n]));
  const right = Math.max(...ends.map((end, n) => end.x + side[n]));
  const top = Math.min(...ends.map((end) => end.y)) - 34;
  const bottom = Math.max(...ends.map((end) => end.y)) + 46;
  return { left, top, width: right - left, height: bottom - top };
}

function draw() {
  const graph = read();
  const canvas = card.querySelector("[data-canvas]");
  card.hidden = false;
  stack(graph.lines);
  lay(graph, canvas.clientWidth > 600);
  const box = frame(graph.ends);
  const svg = make("svg", {
    viewBox: `${box.left} ${box.top} ${box.width} ${box.height}`, role: "group", "aria-labelledby": "picture-title",
  });
  svg.append(...graph.lines.map(drawLine), ...graph.ends.map(drawEnd));
  canvas.replaceChildren(svg);
  zooming(svg, canvas, box);
  choosing(graph, svg);
}

// Zooming changes the size of the drawing inside of a frame that scrolls: by finger, wheel and keys as any page does.
function zooming(svg, canvas, box) {
  const fits = Math.min(canvas.clientWidth / box.width, 1.4);
  // On a phone words stay large enough to be read, and the picture is scrolled.
  let zoom = 2;
  const base = Math.max(fits, 0.72);
  const buttons = [...card.querySelectorAll("[data-zoom]")];
  const show = () => {
    const middle = [(canvas.scrollLeft + canvas.clientWidth / 2) / canvas.scrollWidth, (canvas.scrollTop + canvas.clientHeight / 2) / canvas.scrollHeight];
    svg.setAttribute("width", Math.round(box.width * base * ZOOMS[zoom]));
    svg.setAttribute("height", Math.round(box.height * base * ZOOMS[zoom]));
    canvas.scrollTo(middle[0] * canvas.scrollWidth - canvas.clientWidth / 2, middle[1] * canvas.scrollHeight - canvas.clientHeight / 2);
    for (const button of buttons) button.disabled = zoom === (button.dataset.zoom === "in" ? ZOOMS.length - 1 : 0);
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      zoom = Math.min(Math.max(zoom + (button.dataset.zoom === "in" ? 1 : -1), 0), ZOOMS.length - 1);
      show();
    });
  }
  show();
  canvas.scrollTo((canvas.scrollWidth - canvas.clientWidth) / 2, (canvas.scrollHeight - canvas.clientHeight) / 2);
}

// One end at a time is in the tab order; choosing it leaves its own lines, in the picture and in the list.
function choosing({ ends, lines }, svg) {
  const status = card.querySelector("[data-status]");
  const hint = status.textContent;
  const all = card.querySelector("[data-all]");
  let chosen = null;
  const first = ends.find((end) => end.kind === "self") ?? ends[0];
  first.shape.setAttribute("tabindex", "0");

  function choose(end) {
    chosen = end === chosen ? null : end;
    const near = new Set(chosen ? chosen.lines.flatMap((line) => [line.source, line.target]) : ends);
    for (const one of ends) {
      one.shape.classList.toggle("dim", !near.has(one));
      one.shape.setAttribute("aria-pressed", String(one === chosen));
    }
    for (const line of lines) {
      const shown = !chosen || chosen.lines.includes(line);
      line.row.hidden = !shown;
      line.shape.classList.toggle("dim", !shown);
    }
    all.hidden = !chosen;
    status.textContent = chosen ? `${chosen.label}: ${chosen.lines.map((line) => line.row.querySelector(".text").textContent).join(" · ")}` : hint;
  }

  function focus(end) {
    for (const one of ends) one.shape.setAttribute("tabindex", one === end ? "0" : "-1");
    end.shape.focus();
  }

  // The nearest end in the direction of the arrow.
  function next(from, x, y) {
    const ahead = ends
      .filter((end) => end !== from)
      .map((end) => ({ end, along: (end.x - from.x) * x + (end.y - from.y) * y, across: Math.abs((end.x - from.x) * y) + Math.abs((end.y - from.y) * x) }))
      .filter(({ along, across }) => along > 0 && across < along * 2.2);
    ahead.sort((one, other) => one.along + one.across * 2 - other.along - other.across * 2);
    return ahead[0]?.end;
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  for (const end of ends) {
    end.shape.addEventListener("click", () => { focus(end); choose(end); });
    end.shape.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") choose(end);
      else if (arrows[event.key]) {
        const to = next(end, ...arrows[event.key]);
        if (to) focus(to);
      } else return;
      event.preventDefault();
    });
  }
  const none = () => chosen && choose(chosen);
  svg.addEventListener("keydown", (event) => { if (event.key === "Escape") none(); });
  all.addEventListener("click", none);
}

if (card && rows.length && window.d3?.forceSimulation) draw();
