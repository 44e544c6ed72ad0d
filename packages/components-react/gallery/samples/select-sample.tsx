/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
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
const branches = [
  { id: "main", label: "main" },
  { id: "next", label: "next" },
];

export const selectSample: Sample = {
  title: "Selects",
  component: createComponent({
    componentId: "selects",
    initialState: { events: ["page", "feedback"] },
    render: () => (
      <configuration>
        <input
          label="Region"
          element={<select state="region" options={regions} placeholder="Choose a region" />}
        />
        <input
          label="Events"
          hint="Several may be chosen."
          element={<select state="events" options={events} multiple />}
        />
        <input
          label="Branch"
          hint="Choose one or type another."
          element={<select state="branch" options={branches} initialValue="main" acceptInput />}
        />
        <input
          label="Channel"
          element={
            <select
              state="channel"
              options={{ url: "https://integration.example.com/channels" }}
              placeholder="Search the channels"
            />
          }
        />
        <input
          label="Frozen"
          element={<select state="frozen" options={regions} initialValue="eu" disabled />}
        />
      </configuration>
    ),
  }),
};
