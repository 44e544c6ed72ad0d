import type { ShowPage } from "@plugboard/console/product";
import { call } from "./call.ts";

interface List<Item> {
  readonly items: readonly Item[];
}

interface Project {
  readonly id: string;
  readonly title: string;
}

interface Issue extends Project {
  readonly labels: readonly string[];
}

/** Shows the projects of the organization with their issues, and opens issues. */
export const showProjects: ShowPage = (element, { organizationId }) => {
  void call<List<Project>>("GET", `/v1/organizations/${organizationId}/projects`).then(
    ({ items }) => element.append(...items.map(showProject)),
    (error: Error) => element.append(createElement("p", error.message)),
  );
};

function showProject({ id, title }: Project): HTMLElement {
  const path = `/v1/projects/${id}/issues`;
  const list = Object.assign(createElement("ul"), { className: "plain-list" });
  const input = Object.assign(createElement("input"), { required: true, maxLength: 200 });
  const label = createElement("label", "New issue");
  label.append(input);
  const form = Object.assign(createElement("form"), { className: "settings-form" });
  const row = Object.assign(createElement("p"), { className: "row" });
  row.append(Object.assign(createElement("button", "Open issue"), { className: "button" }));
  form.append(label, row);
  const problem = Object.assign(createElement("p"), { role: "alert" });
  const read = async (): Promise<void> => {
    const { items } = await call<List<Issue>>("GET", path);
    list.replaceChildren(...items.map((issue) => createElement("li", describe(issue))));
  };
  const report = (error: Error): void => problem.replaceChildren(error.message);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    problem.replaceChildren();
    const open = async (): Promise<void> => {
      await call("POST", path, { title: input.value });
      input.value = "";
      await read();
    };
    open().catch(report);
  });
  read().catch(report);
  const section = Object.assign(createElement("section"), { className: "panel", ariaLabel: title });
  section.append(createElement("h2", title), list, form, problem);
  return section;
}

function describe({ title, labels }: Issue): string {
  return labels.length === 0 ? title : `${title} (${labels.join(", ")})`;
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = "",
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { textContent: text });
}
