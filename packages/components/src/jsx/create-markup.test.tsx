import { describe, expect, it, test } from "vitest";
import { jsxDEV } from "../jsx-dev-runtime.ts";
import { jsx, jsxs } from "../jsx-runtime.ts";
import { elementTable } from "../elements/element-table.ts";
import { nameOfKind } from "../elements/kind.ts";
import type { Markup } from "./markup.ts";

const press = { action: "go" } as const;

describe("elements", () => {
  it("become plain JSON with their attributes", () => {
    expect(<button label="Go" onPress={press} disabled />).toEqual({
      type: "button",
      label: "Go",
      onPress: { action: "go" },
      disabled: true,
    });
  });

  it("leave out attributes that are undefined", () => {
    expect(Object.keys(jsx("button", { onPress: press, label: undefined }) ?? {})).toEqual([
      "type",
      "onPress",
    ]);
  });

  it("have a list of children only if they allow children", () => {
    expect(<vstack />).toEqual({ type: "vstack", children: [] });
    expect(<divider />).toEqual({ type: "divider" });
  });

  it("keep an attribute named __proto__ for validation, and never set a prototype", () => {
    const markup = jsx("button", JSON.parse('{ "__proto__": { "type": "modal" } }'));
    expect(Object.getPrototypeOf(markup)).toBe(Object.prototype);
    expect(Object.keys(markup ?? {})).toEqual(["type", "__proto__"]);
  });

  it("keep their type, whatever is spread into them", () => {
    const data = { type: "webframe", style: "bold" } as const;
    expect(() => <text {...data}>Hi</text>).toThrowError(
      expect.objectContaining({ code: "unknown_attribute", path: "text.type" }),
    );
    expect(jsx("text", { type: undefined })).toEqual({ type: "text", children: [] });
  });

  it("are the same from every entry point of a compiler", () => {
    expect(jsxs).toBe(jsx);
    expect(jsxDEV).toBe(jsx);
  });
});

describe("children", () => {
  it("are always a list", () => {
    expect(<text>one</text>).toEqual({ type: "text", children: ["one"] });
  });

  it("omit values that render nothing", () => {
    expect(
      <text>
        {null}
        {undefined}
        {true}
        {false}
        {""}
      </text>,
    ).toEqual({ type: "text", children: [""] });
  });

  it("are flattened at any depth", () => {
    expect(
      <text>
        {["a", ["b", [["c"], [null]], []]]}
        {[]}d
      </text>,
    ).toEqual({ type: "text", children: ["a", "b", "c", "d"] });
  });

  it("convert numbers to text, including zero", () => {
    expect(
      <text>
        {0} of {2.5}
      </text>,
    ).toEqual({ type: "text", children: ["0", " of ", "2.5"] });
  });
});

describe("attributes that hold elements", () => {
  it("are written like children", () => {
    expect(
      <codeblock
        content=""
        header={<text>Top</text>}
        footer={<>{[<divider />, false]}</>}
        buttons={[null, <button onPress={press} />]}
      />,
    ).toEqual({
      type: "codeblock",
      content: "",
      header: [{ type: "text", children: ["Top"] }],
      footer: [{ type: "divider" }],
      buttons: [{ type: "button", onPress: press }],
    });
  });

  it("stay missing if not set", () => {
    expect(<codeblock content="" />).toEqual({ type: "codeblock", content: "" });
  });
});

describe("fragments", () => {
  it("are replaced by their children", () => {
    expect(
      <vstack>
        <>
          <divider />
          <>
            <divider size="small" />
          </>
        </>
      </vstack>,
    ).toEqual({ type: "vstack", children: [{ type: "divider" }, { type: "divider", size: "small" }] });
  });
});

describe("function components", () => {
  function Row({ label, children }: { readonly label: string; readonly children?: Markup }): Markup {
    return (
      <hstack>
        <text>{label}</text>
        {children}
      </hstack>
    );
  }

  it("render with their attributes and children", () => {
    expect(
      <Row label="A">
        <divider />
        <divider />
      </Row>,
    ).toEqual({
      type: "hstack",
      children: [{ type: "text", children: ["A"] }, { type: "divider" }, { type: "divider" }],
    });
  });

  it("can render nothing, or several elements", () => {
    const Nothing = (): Markup => null;
    const Several = (): Markup => [<divider />, <divider />];
    expect(
      <vstack>
        <Nothing />
        <Several />
      </vstack>,
    ).toEqual({ type: "vstack", children: [{ type: "divider" }, { type: "divider" }] });
  });
});

describe("async function components", () => {
  async function Late({ text }: { readonly text: string }): Promise<Markup> {
    await Promise.resolve();
    return <text>{text}</text>;
  }

  async function LateList(): Promise<Markup> {
    await Promise.resolve();
    return [<Late text="b" />, null, <Late text="c" />];
  }

  it("are awaited in order, in any position", async () => {
    const tree = (
      <block>
        <card
          title="T"
          icon="star"
          buttons={Promise.resolve(<button onPress={press} />)}
          hint={Promise.resolve(<hint>H</hint>)}
        >
          <>
            <Late text="a" />
            <LateList />
          </>
        </card>
        <divider />
      </block>
    );
    expect(tree).toBeInstanceOf(Promise);
    expect(await tree).toEqual({
      type: "block",
      children: [
        {
          type: "card",
          title: "T",
          icon: "star",
          hint: { type: "hint", children: ["H"] },
          buttons: [{ type: "button", onPress: press }],
          children: ["a", "b", "c"].map((text) => ({ type: "text", children: [text] })),
        },
        { type: "divider" },
      ],
    });
  });

  async function Failing(): Promise<Markup> {
    await Promise.resolve();
    throw new Error("upstream is down");
  }

  it("propagate their error", async () => {
    await expect(
      <block>
        <Failing />
        <Failing />
      </block>,
    ).rejects.toThrow("upstream is down");
  });

  it("leave no rejection unhandled if the rest of the tree fails first", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", listen);
    const Broken = (): Markup => {
      throw new Error("broken");
    };
    expect(() => (
      <block>
        <Failing />
        <card>
          <>
            <Failing />
          </>
        </card>
        <Broken />
      </block>
    )).toThrow("broken");
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
  });
});

describe("every element of the table", () => {
  const elements = Object.entries(elementTable);

  test.each(elements)("%s has a list of children if and only if it allows children", (type, attributes) => {
    expect(jsx(type, {})).toEqual("children" in attributes ? { type, children: [] } : { type });
  });

  // Each attribute, with whether it is a list of elements.
  const attributes = elements.flatMap(([type, table]) =>
    Object.entries(table).map(([name, kind]): [string, string, boolean] => [
      type,
      name,
      name === "children" || /^(button|element)\[\]/.test(nameOfKind(kind)),
    ]),
  );

  test.each(attributes)("%s accepts %s as children: %s", (type, name, isList) => {
    expect(jsx(type, { [name]: "one" })).toMatchObject({ [name]: isList ? ["one"] : "one" });
  });
});

test("a remark can be a list, without values that render nothing", () => {
  const hint = ["a", undefined, ["b", <text>c</text>, false], 1];
  expect(jsx("input", { hint })).toEqual({
    type: "input",
    hint: ["a", "b", { type: "text", children: ["c"] }, "1"],
  });
});
