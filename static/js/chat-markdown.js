// A reply's Markdown as safe nodes: no HTML of its own, no pictures (they would ask another host), no scripts.
import DOMPurify from "../vendor/dompurify.js";
import MarkdownIt from "../vendor/markdown-it.js";

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
// An image becomes a link to it, which is followed only when the person does.
markdown.renderer.rules.image = (tokens, at, options, env, self) => {
  const token = tokens[at];
  const words = self.renderInlineAsText(token.children ?? [], options, env) || token.attrGet("src");
  const escape = markdown.utils.escapeHtml;
  return `<a href="${escape(token.attrGet("src") ?? "")}">${escape(words)}</a>`;
};
// The policy forbids style attributes, so the alignment of a column is told by another.
for (const rule of ["th_open", "td_open"]) {
  markdown.renderer.rules[rule] = (tokens, at, options, env, self) => {
    const token = tokens[at];
    const style = token.attrGet("style");
    token.attrs = style ? [["align", style.replace("text-align:", "")]] : null;
    return self.renderToken(tokens, at, options);
  };
}

const ALLOWED = {
  ALLOWED_TAGS: [
    ..."a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre s strong".split(" "),
    ..."table tbody td th thead tr ul".split(" "),
  ],
  ALLOWED_ATTR: ["align", "href", "start", "title"],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/memories\/)/i, // of this site's own pages, the one that replies name
  ADD_URI_SAFE_ATTR: ["align", "start"], // or the line above would apply to their values
  RETURN_DOM_FRAGMENT: true,
};

function fragmentOf(text) {
  const fragment = DOMPurify.sanitize(markdown.render(text), ALLOWED);
  for (const link of fragment.querySelectorAll("a")) {
    if (/^[a-z]+:/i.test(link.getAttribute("href") ?? "")) {
      link.rel = "noopener noreferrer nofollow";
      link.target = "_blank";
    }
  }
  return fragment;
}

/** Show the text in the element; what stands there already and stays the same is left alone, selection included. */
export function renderMarkdown(element, text) {
  const fresh = [...fragmentOf(text).childNodes];
  let same = 0;
  while (same < fresh.length && element.childNodes[same]?.isEqualNode(fresh[same])) same += 1;
  while (element.childNodes.length > same) element.lastChild.remove();
  element.append(...fresh.slice(same));
  element.classList.remove("plain");
}

/** Each block of code gets a button that copies it. */
export function addCopyButtons(element, { copied, failed }) {
  const template = document.getElementById("copy-template");
  for (const block of element.querySelectorAll("pre")) {
    const button = template.content.firstElementChild.cloneNode(true);
    const code = block.textContent;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code);
        copied();
      } catch {
        failed();
      }
    });
    const frame = document.createElement("div");
    frame.className = "code";
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
