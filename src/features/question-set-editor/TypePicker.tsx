/** The picker of a question's type: four types, one of them chosen. */
import { questionTypeSchema, type QuestionType } from '@/api/question-sets';
import { typeNames } from '@/study/question-type-names';

import classes from './TypePicker.module.css';

export interface TypePickerProps {
  /** A prefix for ids, which keeps the buttons of several pickers apart. */
  name: string;
  /** The path of the field in the form. */
  path: string;
  value: QuestionType;
  onChange: (type: QuestionType) => void;
}

export function TypePicker({ name, path, value, onChange }: TypePickerProps) {
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0" data-path={path}>
      <legend className={classes.legend}>問題の形式</legend>
      <div className={classes.options}>
        {questionTypeSchema.options.map((type) => (
          <label
            key={type}
            className={`${classes.option} hover-tint center relative touch border rounded-md bg-surface pointer`}
            data-chosen={type === value || undefined}
          >
            <input
              type="radio"
              name={name}
              className={classes.input}
              checked={type === value}
              onChange={() => onChange(type)}
            />
            {typeNames[type]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
