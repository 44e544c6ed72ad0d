import type { Confirm, HintElement } from "../src/index.ts";
import type { Markup } from "../src/jsx/markup.ts";

// Each line below compiles or is marked as an error. The package's type check verifies it, and
// elements.test.ts checks that the tree check agrees.

const press = { action: "save" } as const;
const confirm: Confirm = { title: "Delete", text: "For good?", confirm: "Delete", style: "danger" };
const hint: HintElement = { type: "hint", children: ["Only once"] };
const source = { url: "https://example.com/a.png" };
const isWide: boolean = Math.PI > 3;
const name: string = "Ada";

export const valid: readonly Markup[] = [
  <block controls={[{ label: "Edit", onPress: press, icon: "edit", confirm }]} />,
  <configuration>
    <stepper activeStep="one" onStepChange={press} onComplete={press}>
      <step id="one" title="One" next="Go on">
        <text>Hello</text>
      </step>
    </stepper>
  </configuration>,
  <modal title="T" subtitle="S" size="xlarge" returnValue={{ a: 1 }} submit={<button onPress={press} />} />,
  <vstack align="start">
    <hstack align="end">
      <box grow={1} />
    </hstack>
  </vstack>,
  <card title="T" hint="H" icon="star" onPress={press} buttons={[<button onPress={press} />]} />,
  <card hint={hint} icon={<image source={source} aspectRatio={1} />} buttons={<button onPress={press} />} />,
  <divider size="small" />,
  <text style="bold">
    {name} has {3} <text style="italic">new</text> <link target={source}>messages</link>
    {isWide && <text>!</text>}
    {["a", 1, null]}
  </text>,
  <hint>
    Hint <link target={source}>with a link {1}</link>
  </hint>,
  <markdown content="# Title" />,
  <markdown content={{ $state: "text" }} />,
  <codeblock
    content={{ $state: "code" }}
    syntax="ts"
    lineNumbers={10}
    state="code"
    onContentChange={press}
    buttons={[isWide && <button onPress={press} />]}
    header={<text>Header</text>}
    footer={[<text>Footer</text>, null]}
  />,
  <button
    onPress={press}
    label="Save"
    style={isWide ? "primary" : undefined}
    icon="check"
    trailingIcon="arrow"
    tooltip="Saves"
    confirm={confirm}
    disabled={isWide}
  />,
  <input label="Name" hint="Your name" element={<textinput state="name" />} />,
  <input label="Name" hint={hint} element={{ type: "textinput", state: "name" }} />,
  <input label="Account" hint={<text>Not connected</text>} element={<button label="Go" onPress={press} />} />,
  <input
    label="Query"
    hint={["Ask", 1, isWide && <link target={source}>how</link>]}
    element={<codeblock content="" />}
  />,
  <card hint={["By ", <text style="bold">{name}</text>]} />,
  <modal subtitle={["Step ", 1, <text> of 2</text>]} />,
  <textinput state="a" initialValue="b" placeholder="c" multiline inputType="email" disabled />,
  <select
    state="a"
    options={[{ id: "1", label: "One", icon: "one" }]}
    initialValue="1"
    onValueChange={press}
  />,
  <select state="a" options={source} initialValue={["1"]} multiple acceptInput placeholder="Pick" disabled />,
  <switch state="a" initialValue onValueChange={press} confirm={confirm} disabled />,
  <radio state="a" value="1" confirm={confirm} disabled />,
  <checkbox state="a" value={1} confirm={confirm} disabled />,
  <webframe
    source={source}
    aspectRatio={2}
    buttons={[]}
    data={{ text: { $state: "text" }, list: [1, "a"] }}
  />,
  <>
    <text>one</text>
    {[1, 2].map((number) => (
      <text>{number}</text>
    ))}
  </>,
];

export const unknownElement: readonly Markup[] = [
  // @ts-expect-error
  <div />,
  // @ts-expect-error
  <blok />,
];

export const wrongAttributes: readonly Markup[] = [
  // @ts-expect-error
  <block title="no" />,
  // @ts-expect-error
  <block controls={[{ label: "no onPress" }]} />,
  // @ts-expect-error
  <configuration title="no" />,
  // @ts-expect-error
  <modal size="large" />,
  // @ts-expect-error
  <modal returnValue="text" />,
  // @ts-expect-error
  <modal submit="Save" />,
  // @ts-expect-error
  <stepper activeStep="one" onStepChange={press} />,
  // @ts-expect-error
  <stepper activeStep={1} onStepChange={press} onComplete={press} />,
  // @ts-expect-error
  <step title="no id" />,
  // @ts-expect-error
  <vstack align="left" />,
  // @ts-expect-error
  <hstack align="center" gap={2} />,
  // @ts-expect-error
  <box grow="1" />,
  // @ts-expect-error
  <card buttons="Save" />,
  // @ts-expect-error
  <divider size="huge" />,
  // @ts-expect-error
  <text style="underline">no</text>,
  // @ts-expect-error
  <text color="red">no</text>,
  // @ts-expect-error
  <hint style="info">no</hint>,
  // @ts-expect-error
  <markdown />,
  // @ts-expect-error
  <markdown content={{ state: "text" }} />,
  // @ts-expect-error
  <link target="https://example.com">no</link>,
  // @ts-expect-error
  <link href="https://example.com">no</link>,
  // @ts-expect-error
  <image source={source} />,
  // @ts-expect-error
  <image source={source} aspectRatio="16:9" />,
  // @ts-expect-error
  <codeblock lineNumbers content={1} />,
  // @ts-expect-error
  <button label="no onPress" />,
  // @ts-expect-error
  <button onPress={press} style="ghost" />,
  // @ts-expect-error
  <button onPress={press} onClick={() => {}} />,
  // @ts-expect-error
  <button onPress={press} confirm="Sure?" />,
  // @ts-expect-error
  <input element={<textinput state="a" />} />,
  // @ts-expect-error
  <input label="no" element="textinput" />,
  // @ts-expect-error
  <textinput />,
  // @ts-expect-error
  <textinput state="a" inputType="number" />,
  // @ts-expect-error
  <select state="a" />,
  // @ts-expect-error
  <select state="a" options={["one"]} />,
  // @ts-expect-error
  <switch state="a" initialValue="on" />,
  // @ts-expect-error
  <radio state="a" />,
  // @ts-expect-error
  <checkbox state="a" value />,
  // @ts-expect-error
  <webframe source={source} data={() => {}} />,
];

export const wrongChildren: readonly Markup[] = [
  // @ts-expect-error
  <block>text needs a text element</block>,
  // @ts-expect-error
  <vstack>{1}</vstack>,
  // @ts-expect-error
  <divider>nothing goes inside</divider>,
  // @ts-expect-error
  <button onPress={press}>Save</button>,
  // @ts-expect-error
  <markdown content="a"># b</markdown>,
  <link target={source}>
    {/* @ts-expect-error */}
    <text>only plain text</text>
  </link>,
  <text>
    {/* @ts-expect-error */}
    {{ type: "object" }}
  </text>,
  // @ts-expect-error
  <block>{() => <text>no</text>}</block>,
];

export const actions: readonly Markup[] = [
  <button onPress={{ action: "vote", id: "1", weights: [1, 2], extra: { $state: "a" } }} />,
  <button onPress={{ action: `vote-${name}` }} />,
  <button onPress={{ action: "@ui.modal.open", componentId: "edit", props: { id: 1 } }} />,
  <button onPress={{ action: "@ui.modal.close" }} />,
  <button onPress={{ action: "@ui.modal.close", returnValue: { text: { $state: "text" } } }} />,
  <button onPress={{ action: "@ui.url.open", url: "https://example.com" }} />,
  <button onPress={{ action: "@editor.node.updateProps", props: { a: 1 } }} />,
  <button onPress={{ action: "@link.unfurl", url: "https://example.com" }} />,
];

export const wrongActions: readonly Markup[] = [
  // @ts-expect-error
  <button onPress="save" />,
  // @ts-expect-error
  <button onPress={() => {}} />,
  // @ts-expect-error
  <button onPress={{}} />,
  // @ts-expect-error
  <button onPress={{ action: "" }} />,
  // @ts-expect-error
  <button onPress={{ action: "save", when: new Date() }} />,
  // @ts-expect-error
  <button onPress={{ action: "@ui.modal.opne", componentId: "edit", props: {} }} />,
  // @ts-expect-error
  <button onPress={{ action: "@ui.modal.open", props: {} }} />,
  // @ts-expect-error
  <button onPress={{ action: "@ui.modal.open", componentId: "edit" }} />,
  // @ts-expect-error
  <button onPress={{ action: "@ui.modal.close", value: {} }} />,
  // @ts-expect-error
  <button onPress={{ action: "@ui.url.open", href: "https://example.com" }} />,
  // @ts-expect-error
  <button onPress={{ action: "@editor.node.updateProps" }} />,
  // @ts-expect-error
  <button onPress={{ action: "@link.unfurl" }} />,
];

type GreetingProps = { readonly name: string; readonly children?: Markup };

function Greeting({ name, children }: GreetingProps): Markup {
  return (
    <box>
      <text>Hello {name}</text>
      {children}
    </box>
  );
}

async function Late({ name }: { readonly name: string }): Promise<Markup> {
  return <text>{await Promise.resolve(name)}</text>;
}

const Nothing = (): null => null;

export const functionComponents: readonly Markup[] = [
  <Greeting name="Ada" />,
  <Greeting name="Ada">
    <Late name="Grace" />
    <Nothing />
  </Greeting>,
  // @ts-expect-error
  <Greeting />,
  // @ts-expect-error
  <Greeting name={1} />,
  // @ts-expect-error
  <Greeting name="Ada" nickname="A" />,
  // @ts-expect-error
  <Greeting name="Ada">no text</Greeting>,
  // @ts-expect-error
  <Late>no</Late>,
];

const Numeric = (): number => 1;
export const notComponents: readonly unknown[] = [
  // @ts-expect-error: there are no keys
  <button onPress={press} key="no" />,
  // @ts-expect-error
  <Numeric />,
];
