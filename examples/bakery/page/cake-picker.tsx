import type { RenderableProps } from 'tandem-mcp/ask/client';

export interface CakePickerProps extends RenderableProps<{ cake: string }> {
  cakes: { id: string; name: string; price: number }[];
}

/** Cakes to choose from; afterwards the same with the choice marked. */
export function CakePicker({ cakes, onRespond, disabled, response }: CakePickerProps) {
  return (
    <ul className="cakes">
      {cakes.map(({ id, name, price }) => (
        <li key={id}>
          <button
            type="button"
            disabled={disabled}
            aria-pressed={response?.cake === id}
            onClick={() => onRespond({ cake: id })}
          >
            {name} <strong>€{price}</strong>
          </button>
        </li>
      ))}
    </ul>
  );
}
