import type { Sample } from "./sample.ts";

const regions = [
  { id: "eu", label: "Europe" },
  { id: "us", label: "United States" },
  { id: "ap", label: "Asia Pacific" },
];
const events = [
  { id: "page", label: "Page edited", icon: "edit" },
  { id: "feedback", label: "Feedback given", icon: "message" },
  { id: "view", label: "Page viewed", icon: "eye" },
  { id: "sync", label: "Git synchronized", icon: "refresh" },
];

export const selectSample: Sample = {
  componentId: "selects",
  title: "Selects",
  state: { events: ["page", "feedback"] },
  render: () => ({
    type: "configuration",
    children: [
      {
        type: "input",
        label: "Region",
        element: { type: "select", state: "region", options: regions, placeholder: "Choose a region" },
      },
      {
        type: "input",
        label: "Events",
        hint: "Several may be chosen.",
        element: { type: "select", state: "events", options: events, multiple: true },
      },
      {
        type: "input",
        label: "Branch",
        hint: "Choose one or type another.",
        element: {
          type: "select",
          state: "branch",
          options: [
            { id: "main", label: "main" },
            { id: "next", label: "next" },
          ],
          initialValue: "main",
          acceptInput: true,
        },
      },
      {
        type: "input",
        label: "Channel",
        element: {
          type: "select",
          state: "channel",
          options: { url: "https://integration.example.com/channels" },
          placeholder: "Search the channels",
        },
      },
      {
        type: "input",
        label: "Frozen",
        element: { type: "select", state: "frozen", options: regions, initialValue: "eu", disabled: true },
      },
    ],
  }),
};
