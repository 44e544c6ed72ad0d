import type { Environment } from "@plugboard/api";
import type { Component, ComponentContext } from "../src/index.ts";
import { createComponent } from "../src/index.ts";

// Each line below compiles or is marked as an error. The package's type check verifies it.

interface PollProps {
  readonly question: string;
}

type PollAction = { action: "vote"; option: string } | { action: "reset" };

const poll: Component<ComponentContext> = createComponent({
  componentId: "poll",
  initialState: (props: PollProps) => ({ votes: props.question.length, open: true }),
  action: async (element, action: PollAction, context) => {
    const votes: number = element.state.votes;
    const question: string = element.props.question;
    const endpoint: string = context.environment.apiEndpoint;
    // @ts-expect-error: no such state
    void element.state.vote;
    // @ts-expect-error: no such prop
    void element.props.title;
    // @ts-expect-error: state is replaced, never changed in place
    element.state.votes = 1;
    switch (action.action) {
      case "vote":
        return { state: { votes: votes + action.option.length, open: question === endpoint } };
      case "reset":
        // @ts-expect-error: the data of another action
        void action.option;
        return {};
      // @ts-expect-error: no such action
      case "rest":
        return {};
      default:
        return {};
    }
  },
  render: async (element) => {
    // @ts-expect-error: no such state key
    element.dynamicState("vote");
    // @ts-expect-error: seconds are a number
    element.setCache({ maxAge: "60" });
    return (
      <block>
        <text>{element.props.question}</text>
        <markdown content={element.dynamicState("votes")} />
        <button onPress={{ action: "reset" } satisfies PollAction} />
        {/* @ts-expect-error: no such action */}
        <button onPress={{ action: "rest" } satisfies PollAction} />
      </block>
    );
  },
});

createComponent({
  componentId: "wrong-state",
  initialState: () => ({ count: 0 }),
  // @ts-expect-error: the new state doesn't have the initial state's type
  action: async () => ({ state: { count: "1" } }),
  render: async () => <block />,
});

createComponent({
  componentId: "wrong-result",
  // @ts-expect-error: an action returns state, props or that it is complete
  action: async () => ({ type: "done" }),
  render: async () => <block />,
});

// @ts-expect-error: no componentId
createComponent({ render: async () => <block /> });

// @ts-expect-error: no render
createComponent({ componentId: "a" });

// @ts-expect-error: text is not markup
createComponent({ componentId: "a", render: async () => "text" });

// @ts-expect-error: no such element
createComponent({ componentId: "a", render: async () => ({ type: "div", children: [] }) });

createComponent({
  componentId: "untyped",
  action: async (_element, action) => {
    switch (action.action) {
      case "anything":
        return { state: { amount: action.amount } };
      case "@ui.modal.close":
        return { state: { returned: action.returnValue } };
      // @ts-expect-error: no built-in action of this name reaches a component
      case "@ui.modal.closed":
        return {};
      default:
        return {};
    }
  },
  render: async ({ state }) => {
    // @ts-expect-error: any property of an untyped state may be missing
    void state.amount.length;
    return <block />;
  },
});

interface LargerContext extends ComponentContext {
  readonly log: (message: string) => void;
}

const logging: Component<LargerContext> = createComponent({
  componentId: "logging",
  render: async (_element, context: LargerContext) => {
    context.log("rendered");
    return <block />;
  },
});

// A component can run in a runtime whose context offers more than it needs, but not less.
export const withLog: readonly Component<LargerContext>[] = [logging, poll];
// @ts-expect-error: it needs `log`
export const withoutLog: readonly Component<ComponentContext>[] = [logging];

interface TypesOfOneIntegration {
  readonly configuration: {
    readonly account: { readonly channel?: string };
    readonly site: object & { readonly theme: "light" };
    readonly space: Readonly<Record<string, never>>;
  };
  readonly secrets: { readonly CLIENT_SECRET: string };
}

// A component without declared configuration and secrets can be used in an integration that declares them.
export const fitting: Component<{ readonly environment: Environment<TypesOfOneIntegration> }> = poll;
