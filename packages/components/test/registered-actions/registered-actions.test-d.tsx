import { type ComponentAction, createComponent, type Markup } from "@plugboard/components";

// A separate program, because the declaration below applies to every file compiled with it.

declare module "@plugboard/components" {
  interface ActionRegistry {
    counter: { action: "increment" } | { action: "add"; amount: number };
  }
}

export const known: readonly ComponentAction[] = [{ action: "increment" }, { action: "add", amount: 2 }];

export const accepted: readonly Markup[] = [
  <button onPress={{ action: "increment" }} />,
  <button onPress={{ action: "add", amount: 2 }} />,
  <button onPress={{ action: "@ui.modal.close" }} />,
];

export const refused: readonly Markup[] = [
  // @ts-expect-error: misspelled
  <button onPress={{ action: "incremnt" }} />,
  // @ts-expect-error: data is missing
  <button onPress={{ action: "add" }} />,
  // @ts-expect-error: data of the wrong type
  <button onPress={{ action: "add", amount: "2" }} />,
  // @ts-expect-error: data of another action
  <button onPress={{ action: "increment", amount: 2 }} />,
];

createComponent({
  componentId: "counter",
  initialState: () => ({ count: 0 }),
  action: async (element, action) => {
    switch (action.action) {
      case "add":
        return { state: { count: element.state.count + action.amount } };
      // @ts-expect-error: no such action
      case "subtract":
        return {};
      default:
        return {};
    }
  },
  render: async (element) => (
    <block>
      <text>{element.state.count}</text>
    </block>
  ),
});
