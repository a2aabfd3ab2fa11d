"""The documentation as a site: the pages of docs/, and some of other files of the repository.

``./test docs`` builds it into build/site. Nothing that is generated here is kept in git.
"""
