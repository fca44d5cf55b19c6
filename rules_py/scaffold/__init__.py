"""The start of a game: answers to a few questions, and the working game that is written from them."""

from rules_py.scaffold.answers import QUESTIONS, Answers, Question, read_answers
from rules_py.scaffold.writer import build_files, check_free, find_folder, write_game

__all__ = ["QUESTIONS", "Answers", "Question", "build_files", "check_free", "find_folder", "read_answers", "write_game"]
